import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import "./look/print.css";
import { lazy, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { nonce } from "./api/place";
import { App } from "./app/App";
import { followScheme } from "./app/scheme";

// The part that keeps the page still below a dialog asks for the nonce by this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });
followScheme();

// Builds for development show every token of the look and every part at an address of its own.
const Shown = import.meta.env.DEV && location.pathname === "/__tokens" ? lazy(() => import("./look/tokens/TokensPage").then((own) => ({ default: own.TokensPage }))) : App;

const place = document.getElementById("console");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Shown />
    </StrictMode>,
  );
}
