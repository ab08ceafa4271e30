import { type JSX, useEffect, useState } from "react";
import { asProblem, type Problem, problemOf } from "../../api/problem";
import type { components } from "../../api/schema";
import { useStore } from "../../api/store";
import { codeKey } from "../catalogue/catalogue";
import { catalogue } from "../catalogue/read";
import type { KeptWarehouse } from "../catalogue/records";
import { Icon } from "../icons";
import { jobOf } from "../job/jobs";
import { Link } from "../Link";
import { call, NoAnswer, read } from "../net";
import { newKey } from "../../api/key";
import { operations, unsentOf } from "../queue/queue";
import { goTo, route } from "../route";
import { keepNote, note } from "../shelf";
import { who } from "../who";
import { JobPage } from "./JobPage";
import { sentence } from "./SignInPage";
import { StartPage } from "./StartPage";
import { Strip } from "./Strip";

type Count = components["schemas"]["CountView"];

/** What is really there: the choice of the count, and the counting. */
export function CountPage({ place }: { place: string }): JSX.Element {
  const { query } = useStore(route);
  const here = useStore(catalogue);
  const warehouse = here.warehousesByCode.get(codeKey(place));
  const count = query.get("count");
  const job = jobOf("count");
  if (!job || !warehouse) return <StartPage />;
  if (count === null) return <Choice warehouse={warehouse} />;
  return (
    <JobPage job={job} place={place} more={{ count }} key={count}>
      <HandIn count={count} place={place} />
    </JobPage>
  );
}

/** The open counts of the warehouse, as they are or were when there was a network. */
function Choice({ warehouse }: { warehouse: KeptWarehouse }): JSX.Element {
  const [counts, setCounts] = useState<Count[]>();
  const [told, setTold] = useState("");
  const [key] = useState(newKey);
  const name = `counts ${warehouse.id}`;

  useEffect(() => {
    void note<Count[]>(name).then((kept) => setCounts((now) => now ?? kept));
    read<{ data: Count[] }>(`/inventory/counts?status=open&warehouseId=${warehouse.id}&limit=50`).then(
      ({ data }) => {
        setCounts(data);
        void keepNote(name, data);
      },
      (error: unknown) => setTold(error instanceof NoAnswer ? "There is no network: these are the counts that were open before." : sentence(asProblem(error).message)),
    );
  }, [name, warehouse.id]);

  async function begin(): Promise<void> {
    try {
      const answer = await call("POST", "/inventory/counts", { body: { warehouseId: warehouse.id, isBlind: true }, key });
      const body = answer.body as { id?: string; detail?: string } | null;
      if (answer.status === 201 && body?.id) goTo("count", { place: warehouse.code, count: body.id });
      else setTold(sentence(body?.detail ?? "The count could not be begun."));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      setTold("There is no network, and a count notes what should be there when it begins: begin it when there is one.");
    }
  }

  return (
    <main className="page">
      <Strip />
      <header className="head">
        <Link page="" query={{ place: warehouse.code }} className="back">
          <Icon name="back" /> <span>Jobs</span>
        </Link>
        <h1>
          Count <span className="dim">{warehouse.code}</span>
        </h1>
      </header>
      {told !== "" && <p role="alert">{told}</p>}
      <section aria-labelledby="open">
        <h2 id="open">Open counts</h2>
        {counts?.length === 0 && <p className="dim">None is open here.</p>}
        <ul className="jobs">
          {counts?.map((one) => (
            <li key={one.id}>
              <Link page="count" query={{ place: warehouse.code, count: one.id }} className="job">
                <b>{one.description || one.reference || `Count of ${one.snapshotDate}`}</b>
                <span>
                  {one.countedCount} of {one.lineCount} lines counted{one.isBlind ? ", blind" : ""}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <div className="ways">
        <button type="button" onClick={() => void begin()}>
          Begin a blind count of {warehouse.code}
        </button>
      </div>
    </main>
  );
}

/** The end of a count: what was not scanned is not there. */
function HandIn({ count, place }: { count: string; place: string }): JSX.Element {
  const all = useStore(operations);
  const [problem, setProblem] = useState<Problem>();
  const [told, setTold] = useState("");
  const [isSure, setSure] = useState(false);
  const waiting = unsentOf(all, who()?.user ?? "").filter((one) => one.path.includes(count)).length;

  async function submit(): Promise<void> {
    setProblem(undefined);
    try {
      const answer = await call("POST", `/inventory/counts/${count}/submit`, { body: { uncountedAsZero: isSure }, key: newKey() });
      if (answer.status < 300) goTo("", { place });
      else setProblem(problemOf(answer.status, answer.body));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      setTold("No answer came: hand it in again when there is a network.");
    }
  }

  return (
    <details className="hand-in">
      <summary>Hand the count in</summary>
      {waiting > 0 && <p>Something counted is not sent yet: it is sent first.</p>}
      <label className="choice">
        <input type="checkbox" checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />
        What was not scanned is not there
      </label>
      {problem && <p role="alert">{sentence(problem.message)}</p>}
      {told !== "" && <p role="alert">{told}</p>}
      <button type="button" disabled={waiting > 0} onClick={() => void submit()}>
        Hand in
      </button>
    </details>
  );
}
