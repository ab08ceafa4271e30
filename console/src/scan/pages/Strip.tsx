import { type JSX, useEffect, useState } from "react";
import { session } from "../../api/session";
import { useStore } from "../../api/store";
import { serviceNow } from "../clock";
import { Icon } from "../icons";
import { Link } from "../Link";
import { online } from "../net";
import { isLate } from "../queue/operation";
import { operations, sending, sendNow, unsentOf } from "../queue/queue";
import { letIn, newer } from "../update";
import { who } from "../who";
import { plural } from "../../text/language";

/** What stands between what was scanned and the books: one line at the top of each page, and nothing where all is well. */
export function Strip(): JSX.Element {
  const all = useStore(operations);
  const state = useStore(sending);
  const now = useStore(session);
  const hasNetwork = useStore(online);
  const update = useStore(newer);
  const at = useMinute();
  const unsent = unsentOf(all, who()?.user ?? "");
  const held = unsent.filter((one) => one.state === "task" && one.awaits);
  const tasks = unsent.filter((one) => one.state === "task" && !one.awaits);
  const late = unsent.filter((one) => isLate(one, at));
  const pieces = plural(unsent.length, "1 operation", `${unsent.length} operations`);

  return (
    <div className="strip" role="status">
      {now.state === "expired" && (
        <p className="warning">
          <Icon name="warn" size={20} /> Your session has ended: what you scan waits. <Link page="sign-in">Sign in</Link>
        </p>
      )}
      {late.length > 0 && (
        <p className="warning">
          <Icon name="warn" size={20} /> {plural(late.length, "One operation has", `${late.length} operations have`)} waited for more than a day.{" "}
          <Link page="queue">See them</Link>
        </p>
      )}
      {tasks.length > 0 && (
        <p className="warning">
          <Icon name="warn" size={20} /> {plural(tasks.length, "One was refused", `${tasks.length} were refused`)}. <Link page="queue">Settle it</Link>
        </p>
      )}
      {held.length > 0 && (
        <p>
          <Icon name="cloud" size={20} /> {plural(held.length, "One waits", `${held.length} wait`)} for the posting of a receipt. <Link page="queue">See what</Link>
        </p>
      )}
      {state === "elsewhere" && <p className="warning">Another window of this browser shows other books: what waits is sent when it shows these again.</p>}
      {unsent.length > tasks.length + held.length && state !== "sending" && (
        <p>
          <Icon name="cloud" size={20} /> <Link page="queue">{pieces} not sent</Link>
          {state === "no-answer" && (hasNetwork ? ": the service is asked again." : ": there is no network.")}{" "}
          <button type="button" className="plain" onClick={sendNow}>
            Try now
          </button>
        </p>
      )}
      {unsent.length === 0 && !hasNetwork && (
        <p>
          <Icon name="cloud" size={20} /> No network. What you scan is kept.
        </p>
      )}
      {update && unsent.length === 0 && (
        <p>
          There is a newer version of this page.{" "}
          <button type="button" className="plain" onClick={letIn}>
            Update
          </button>
        </p>
      )}
    </div>
  );
}

/** The time by the service's clock, a minute old at most. */
function useMinute(): number {
  const [at, setAt] = useState(serviceNow);
  useEffect(() => {
    const timer = setInterval(() => setAt(serviceNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return at;
}
