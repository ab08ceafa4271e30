import { type JSX, useRef } from "react";
import { signOut } from "../../api/session";
import { useStore } from "../../api/store";
import { operations } from "../queue/queue";
import { download } from "./download";
import { plural } from "../../text/language";

/** Signs out. What is unsent stays on this device, and only who did it can send it: that is said before. */
export function SignOut(): JSX.Element {
  const all = useStore(operations);
  const dialog = useRef<HTMLDialogElement>(null);
  const unsent = all.filter((one) => one.state !== "done");
  return (
    <>
      <button type="button" className="plain" onClick={() => (unsent.length > 0 ? dialog.current?.showModal() : void signOut())}>
        Sign out
      </button>
      <dialog ref={dialog} aria-labelledby="unsent">
        <h2 id="unsent">{plural(unsent.length, "One operation is not sent", `${unsent.length} operations are not sent`)}</h2>
        <p>
          They stay on this device until whoever did them signs in here again. To be safe, wait until they are sent, or export them.
        </p>
        <div className="ways">
          <button type="button" className="main" autoFocus onClick={() => dialog.current?.close()}>
            Stay
          </button>
          <button type="button" onClick={() => download(unsent)}>
            Export them as a file
          </button>
          <button type="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </dialog>
    </>
  );
}
