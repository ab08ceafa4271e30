import "../look/mantine-parts";
import "../look/mantine.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type JSX, Suspense, lazy, useEffect } from "react";
import { nonce } from "../api/place";
import { queries } from "../api/queries";
import { asking, readMe, session } from "../api/session";
import { useStore } from "../api/store";
import { Elsewhere } from "./Elsewhere";
import { SignInOver, SignInPage } from "./SignIn";
import { router } from "./router";
import { schemeManager } from "./scheme";
import { theme } from "./theme";

// Seen once in the life of a service or of a login, if ever.
const SetUpPage = lazy(() => import("./SetUpPage").then((own) => ({ default: own.SetUpPage })));
const PasswordPage = lazy(() => import("./PasswordPage").then((own) => ({ default: own.PasswordPage })));

/** The console: the sign-in, or the screens. A sign-in that ended lies over the screens, which stay as they are. */
export function App(): JSX.Element {
  const now = useStore(session);
  const how = useStore(asking);
  useEffect(() => {
    readMe().catch(() => session.set({ state: "out", why: "The service does not answer. Check the connection, then try again." }));
  }, []);
  const person = now.state === "in" ? `${now.me.principalId} ${now.organization}` : undefined;
  useEffect(() => {
    // After the first paint, which is of the settings that this device has.
    if (person === undefined) return undefined;
    let stop = (): void => undefined;
    const timer = setTimeout(() => void import("./following").then((own) => (stop = own.followPreferences(person))), 0);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [person]);
  return (
    <MantineProvider theme={theme} colorSchemeManager={schemeManager} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        {now.state === "unknown" && <p className="spoken">Opening Countinghouse…</p>}
        <Suspense fallback={null}>
          {now.state === "empty" && <SetUpPage charts={now.charts} />}
          {now.state === "in" && now.me.mustChangePassword && <PasswordPage me={now.me} />}
        </Suspense>
        {now.state === "out" && <SignInPage why={now.why} />}
        {(now.state === "expired" || (now.state === "in" && !now.me.mustChangePassword)) && <RouterProvider router={router} />}
        <Elsewhere />
        {now.state === "expired" && how === "dialog" && <SignInOver me={now.me} />}
      </QueryClientProvider>
    </MantineProvider>
  );
}
