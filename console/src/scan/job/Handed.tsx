import { type JSX, useEffect, useRef } from "react";
import { useStore } from "../../api/store";
import { fault } from "../feedback";
import { Icon } from "../icons";
import { Link } from "../Link";
import { operations, sending } from "../queue/queue";
import { type Told, toldOf } from "../queue/told";

const ICONS = { done: "tick", waits: "cloud", fault: "cross" } as const;
const LOUDEST = ["fault", "waits", "done"] as const;

/** What became of the list that was finished last, as it stands now: it is done when it is done. */
export function Handed({ ids, title, detail }: { ids: readonly string[]; title: string; detail: string }): JSX.Element {
  const all = useStore(operations);
  const state = useStore(sending);
  const told = all.filter((one) => ids.includes(one.id)).map((one) => toldOf(one, state));
  const loudest = LOUDEST.map((tone) => told.find((one) => one.tone === tone)).find((one) => one !== undefined);
  // What is kept no more was thrown away or opened again.
  const shown: Told = loudest ?? { tone: "done", word: "Noted", detail: "" };
  const isFault = shown.tone === "fault";
  const wasFault = useRef(isFault);
  useEffect(() => {
    if (isFault && !wasFault.current) fault();
    wasFault.current = isFault;
  }, [isFault]);
  return (
    <section className={`last handed ${isFault ? "fault" : shown.tone === "done" ? "good" : "asks"}`} role={isFault ? "alert" : "status"}>
      <p className="word">
        <Icon name={ICONS[shown.tone]} size={40} /> {shown.word}
      </p>
      <p className="title">{title}</p>
      {shown.detail !== "" && <p className="detail">{shown.detail}</p>}
      {detail !== "" && <p className="detail">{detail}</p>}
      {isFault && (
        <div className="ways">
          <Link page="queue">Settle it</Link>
        </div>
      )}
    </section>
  );
}
