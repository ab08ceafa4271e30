import { type JSX, useEffect, useRef, useState } from "react";
import { typedQuantity } from "../quantity";

/** Digits as large as fingers: how often the last scan counts. */
export function Pad({ name, decimals, onTimes, onClose }: { name: string; decimals: number; onTimes: (times: string) => void; onClose: () => void }): JSX.Element {
  const [text, setText] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const typed = text === "" ? undefined : typedQuantity(text, decimals);
  const fault = typed && "fault" in typed ? typed.fault : undefined;
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ...(decimals > 0 ? ["."] : []), "0"];

  return (
    <dialog ref={dialog} className="pad" aria-labelledby="pad-title" onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          if (!typed || "fault" in typed) event.preventDefault();
          else onTimes(typed.quantity);
        }}
      >
        <h2 id="pad-title">{name}</h2>
        <label>
          How many?
          <input inputMode="none" value={text} onChange={(event) => setText(event.currentTarget.value)} autoFocus aria-describedby="pad-fault" />
        </label>
        <p id="pad-fault" role="alert" className="negative">
          {fault ?? " "}
        </p>
        <div className="keys">
          {keys.map((key) => (
            <button key={key} type="button" onClick={() => setText((now) => now + key)}>
              {key}
            </button>
          ))}
          <button type="button" aria-label="Take the last digit back" onClick={() => setText((now) => now.slice(0, -1))}>
            ⌫
          </button>
        </div>
        <div className="ways">
          <button type="button" onClick={() => dialog.current?.close()}>
            Leave it
          </button>
          <button type="submit" className="main" disabled={!typed || fault !== undefined}>
            {text === "" ? "How many?" : `×${text}`}
          </button>
        </div>
      </form>
    </dialog>
  );
}
