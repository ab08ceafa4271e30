import "../look/fonts.css";
import "../look/tokens.css";
import "../look/base.css";
import "./scan.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followScheme } from "../app/scheme";
import { App } from "./App";
import { keepPage } from "./update";
import { findOut } from "./who";

followScheme();
void findOut();
keepPage();

const place = document.getElementById("scan");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
