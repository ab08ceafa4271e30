import { Button } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import { connection, tryNow } from "../api/connection";
import { asking, session } from "../api/session";
import { useStore } from "../api/store";

/** Says what stands between the console and its answers; nothing when all is well. */
export function Connection(): JSX.Element | null {
  const now = useStore(connection);
  const signIn = useStore(session);
  const how = useStore(asking);
  const [, tick] = useState(0);
  useEffect(() => {
    if (now.state !== "busy") return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [now.state]);
  if (signIn.state === "expired" && how === "line") {
    return (
      <div className="shell-band" role="status">
        <span>Your session has ended. Type on: nothing is lost, and you are asked to sign in before anything is sent.</span>
        <Button variant="default" size="compact-sm" onClick={() => asking.set("dialog")}>
          Sign in
        </Button>
      </div>
    );
  }
  if (now.state === "fine") return null;
  if (now.state === "busy") {
    const seconds = Math.max(0, Math.ceil((now.until - Date.now()) / 1_000));
    return (
      <div className="shell-band" role="status">
        The service is busy. Your request goes on in {seconds} s.
      </div>
    );
  }
  return (
    <div className="shell-band" role="status">
      <span>
        {now.hasChange
          ? "The service does not answer. It is not known whether your change arrived: it is sent again until there is an answer, and counts once."
          : "The service does not answer. What is shown may be out of date."}
      </span>
      <Button variant="default" size="compact-sm" onClick={tryNow}>
        Try now
      </Button>
    </div>
  );
}
