import { type JSX, useEffect, useRef, useState } from "react";
import { newKey } from "../../api/key";
import { type Problem, problemOf } from "../../api/problem";
import { useStore } from "../../api/store";
import { codeKey } from "../catalogue/catalogue";
import { catalogue } from "../catalogue/read";
import { finished } from "../feedback";
import { jobOf } from "../job/jobs";
import { call, NoAnswer } from "../net";
import { operations, unsentOf } from "../queue/queue";
import { goTo, route } from "../route";
import { who } from "../who";
import { CountChoice, handedIn } from "./CountChoice";
import { JobPage } from "./JobPage";
import { sentence } from "./SignInPage";
import { StartPage } from "./StartPage";
import { useShown } from "./useShown";

/** What is really there: the choice of the count, and the counting. */
export function CountPage({ place }: { place: string }): JSX.Element {
  const { query } = useStore(route);
  const here = useStore(catalogue);
  const warehouse = here.warehousesByCode.get(codeKey(place));
  const count = query.get("count");
  const job = jobOf("count");
  if (!job || !warehouse) return <StartPage />;
  if (count === null) return <CountChoice warehouse={warehouse} />;
  return <Counting key={count} count={count} place={warehouse.code} bin={query.get("bin") ?? undefined} />;
}

/** DONE ends a list, and asks whether the count is over; DONE again or Enter hands it in, and the next scan counts on. */
function Counting({ count, place, bin }: { count: string; place: string; bin: string | undefined }): JSX.Element {
  const [asks, setAsks] = useState(0);
  const job = jobOf("count");
  if (!job) return <main />;
  return (
    <JobPage job={job} place={place} more={{ count, ...(bin !== undefined && { bin }), ended: () => setAsks((now) => now + 1), began: () => setAsks(0) }}>
      <HandIn count={count} place={place} asks={asks} />
    </JobPage>
  );
}

/** The end of a count: what was not scanned is not there. */
function HandIn({ count, place, asks }: { count: string; place: string; asks: number }): JSX.Element {
  const all = useStore(operations);
  const [problem, setProblem] = useState<Problem>();
  const [told, setTold] = useState("");
  const [isSure, setSure] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const message = useShown(`${problem?.message ?? ""}${told}`);
  const waiting = unsentOf(all, who()?.user ?? "").filter((one) => one.path.includes(count)).length;

  // DONE once asks; DONE again is the answer.
  useEffect(() => {
    if (asks === 0) return setWanted(false);
    setOpen(true);
    button.current?.focus();
    button.current?.scrollIntoView({ block: "nearest" });
    if (asks > 1) setWanted(true);
  }, [asks]);
  // What was counted comes before its end.
  useEffect(() => {
    if (!isWanted || waiting > 0) return;
    setWanted(false);
    void submit();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isWanted, waiting]);

  async function submit(): Promise<void> {
    setProblem(undefined);
    setTold("");
    try {
      const answer = await call("POST", `/inventory/counts/${count}/submit`, { body: { uncountedAsZero: isSure }, key: newKey() });
      if (answer.status < 300) {
        finished();
        handedIn.set("The count is handed in: the office looks at the differences and posts them.");
        goTo("count", { place });
      } else setProblem(problemOf(answer.status, answer.body));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      setTold("No answer came: hand it in again when there is a network.");
    }
  }

  return (
    <details className="hand-in" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Hand the count in</summary>
      {asks > 0 && (
        <p role="status">
          <b>Hand it in?</b> DONE again or Enter hands it in. To count on, scan on.
        </p>
      )}
      {waiting > 0 && <p>Something counted is not sent yet: it is sent first.</p>}
      <label className="choice">
        <input type="checkbox" checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />
        What was not scanned is not there
      </label>
      {(problem || told !== "") && (
        <p role="alert" tabIndex={-1} ref={message}>
          {problem ? sentence(problem.message) : told}
        </p>
      )}
      <button ref={button} type="button" className={asks > 0 ? "main" : ""} onClick={() => setWanted(true)}>
        Hand in
      </button>
    </details>
  );
}
