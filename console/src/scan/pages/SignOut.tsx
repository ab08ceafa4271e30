import { type JSX, useRef } from "react";
import { signOut } from "../../api/session";
import { useStore } from "../../api/store";
import { operations } from "../queue/queue";
import { download } from "./download";
import { who } from "../who";

/**
 * Signs out. The service then tells the browser to delete all that it keeps of it, the queue among it: whatever is unsent, of
 * whomever, would be lost, and is warned of.
 */
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
        <h2 id="unsent">{unsent.length === 1 ? "One operation is not sent" : `${unsent.length} operations are not sent`}</h2>
        <p>
          Signing out clears this device, and what is not sent is lost with it
          {unsent.some((one) => one.user !== who()?.user) && ", also what others did here"}. Wait until it is sent, or export it first.
        </p>
        <div className="ways">
          <button type="button" className="main" autoFocus onClick={() => dialog.current?.close()}>
            Stay
          </button>
          <button type="button" onClick={() => download(unsent)}>
            Export them as a file
          </button>
          <button type="button" onClick={() => void signOut()}>
            Sign out, and lose them
          </button>
        </div>
      </dialog>
    </>
  );
}
