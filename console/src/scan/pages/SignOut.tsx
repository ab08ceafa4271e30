import { type JSX, useRef } from "react";
import { signOut } from "../../api/session";
import { useStore } from "../../api/store";
import { operations, unsentOf } from "../queue/queue";
import { download } from "./download";
import { who } from "../who";

/** Signs out; warns where something of this person's is unsent, as nobody else can send it. */
export function SignOut(): JSX.Element {
  const all = useStore(operations);
  const dialog = useRef<HTMLDialogElement>(null);
  const unsent = unsentOf(all, who()?.user ?? "");
  return (
    <>
      <button type="button" className="plain" onClick={() => (unsent.length > 0 ? dialog.current?.showModal() : void signOut())}>
        Sign out
      </button>
      <dialog ref={dialog} aria-labelledby="unsent">
        <h2 id="unsent">{unsent.length === 1 ? "One operation is not sent" : `${unsent.length} operations are not sent`}</h2>
        <p>They stay on this device, and only you can send them: sign in here again.</p>
        <div className="ways">
          <button type="button" className="main" autoFocus onClick={() => dialog.current?.close()}>
            Stay
          </button>
          <button type="button" onClick={() => download(unsent)}>
            Export them as a file
          </button>
          <button type="button" onClick={() => void signOut()}>
            Sign out all the same
          </button>
        </div>
      </dialog>
    </>
  );
}
