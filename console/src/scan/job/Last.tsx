import { type FormEvent, type JSX, useState } from "react";
import { Icon } from "../icons";
import { Handed } from "./Handed";
import type { Said } from "./work";
import { plural } from "../../text/language";

/** The last scan, so large that it is read from where the goods are. */
export function Last({ said, waits, first, onDismiss, onUndo, onText }: { said: Said; waits: number; first: string; onDismiss: () => void; onUndo: () => void; onText: (text: string) => void }): JSX.Element {
  if (said.kind === "fault") {
    return (
      <section className="last fault" role="alert">
        <p className="word">
          <Icon name="cross" size={40} /> {said.word}
        </p>
        <p className="title">{said.title}</p>
        {waits > 0 && <Waits count={waits} />}
        <div className="ways">
          {said.choices.map((choice) => (
            <button key={choice.title} type="button" onClick={choice.take}>
              {choice.title}
            </button>
          ))}
          <button type="button" className="main" onClick={onDismiss}>
            I see
          </button>
        </div>
      </section>
    );
  }
  if (said.kind === "asks") return <Asks said={said} waits={waits} onUndo={onUndo} onText={onText} />;
  if (said.kind === "handed") return <Handed ids={said.ids} title={said.title} detail={said.detail} />;
  return (
    <section className={`last ${said.kind}`} aria-live="polite">
      {said.kind === "none" ? (
        <p className="title">{first}</p>
      ) : (
        <>
          <p className="word">
            <Icon name="tick" size={40} /> {said.word}
          </p>
          <p className="title">{said.title}</p>
          <p className="detail">{said.detail}</p>
        </>
      )}
    </section>
  );
}

/** What was scanned over something that had to be seen first. */
function Waits({ count }: { count: number }): JSX.Element {
  return (
    <p className="waits">
      <b>{plural(count, "1 scan waits", `${count} scans wait`)}</b> and {plural(count, "is", "are")} taken next.
    </p>
  );
}

/** The goods are known; the lot or piece is scanned, chosen or typed. */
function Asks({ said, waits, onUndo, onText }: { said: Extract<Said, { kind: "asks" }>; waits: number; onUndo: () => void; onText: (text: string) => void }): JSX.Element {
  const [text, setText] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") onText(text.trim());
  };
  return (
    <section className="last asks" role="alert">
      <p className="word">
        <Icon name="ask" size={40} /> {said.what === "lot" ? "Lot" : "Piece"}
      </p>
      <p className="title">{said.title}</p>
      {waits > 0 && <Waits count={waits} />}
      <form onSubmit={submit}>
        <label>
          Scan it, or type its number
          <input value={text} onChange={(event) => setText(event.currentTarget.value)} autoComplete="off" autoCapitalize="characters" />
        </label>
        <div className="ways">
          {said.known.map((number) => (
            <button key={number} type="button" onClick={() => onText(number)}>
              {number}
            </button>
          ))}
          <button type="button" onClick={onUndo}>
            Leave the goods out
          </button>
          <button type="submit" className="main" disabled={text.trim() === ""}>
            This one
          </button>
        </div>
      </form>
    </section>
  );
}
