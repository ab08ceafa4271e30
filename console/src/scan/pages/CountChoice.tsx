import { type JSX, useEffect, useRef, useState } from "react";
import { newKey } from "../../api/key";
import { asProblem } from "../../api/problem";
import type { components } from "../../api/schema";
import { store, useStore } from "../../api/store";
import { formatDay } from "../../text/day";
import { catalogue } from "../catalogue/read";
import type { KeptBin, KeptWarehouse } from "../catalogue/records";
import { serviceNow } from "../clock";
import { fault, good } from "../feedback";
import { Icon } from "../icons";
import { Link } from "../Link";
import { call, NoAnswer, read } from "../net";
import { goTo } from "../route";
import { keepNote, note } from "../shelf";
import { understand } from "../understand";
import { listen } from "../wedge/listen";
import { sentence } from "./SignInPage";
import { Strip } from "./Strip";
import { useShown } from "./useShown";
import { Whose } from "./Whose";

type Count = components["schemas"]["CountView"];

/** What became of the count that was handed in last; it stands until the next one begins. */
export const handedIn = store<string>("");

/** A refusal to begin a count, with the count that has these goods already. */
interface Told {
  text: string;
  other?: Count;
}

/** The open counts of the warehouse, as they are or were when there was a network. The label of a bin begins a count of it. */
export function CountChoice({ warehouse }: { warehouse: KeptWarehouse }): JSX.Element {
  const here = useStore(catalogue);
  const end = useStore(handedIn);
  const [counts, setCounts] = useState<Count[]>();
  const [told, setTold] = useState<Told>({ text: "" });
  const [busy, setBusy] = useState(false);
  const message = useShown(told.text);
  const name = `counts ${warehouse.id}`;

  useEffect(() => {
    void note<Count[]>(name).then((kept) => setCounts((now) => now ?? kept));
    read<{ data: Count[] }>(`/inventory/counts?status=open&warehouseId=${warehouse.id}&limit=50`).then(
      ({ data }) => {
        setCounts(data);
        void keepNote(name, data);
      },
      (error: unknown) => setTold({ text: error instanceof NoAnswer ? "There is no network: these are the counts that were open before." : sentence(asProblem(error).message) }),
    );
  }, [name, warehouse.id]);

  /** Counts in it; who began it at a bin stands there. */
  function open(count: string, bin?: KeptBin): void {
    handedIn.set("");
    goTo("count", { place: warehouse.code, count, bin: bin?.code });
  }

  async function begin(bin?: KeptBin): Promise<void> {
    if (busy) return;
    // What counts this bin already is gone on with.
    const same = bin && counts?.find((one) => one.locationIds.length === 1 && (one.locationIds as string[])[0] === bin.id && one.itemIds.length + one.categoryIds.length === 0);
    if (same) {
      good();
      return open(same.id, bin);
    }
    setBusy(true);
    setTold({ text: "" });
    try {
      const body = { warehouseId: warehouse.id, isBlind: true, ...(bin && { locationIds: [bin.id] }) };
      const answer = await call("POST", "/inventory/counts", { body, key: newKey() });
      const came = answer.body as { id?: string; detail?: string; code?: string; context?: { id?: string } } | null;
      if (answer.status === 201 && came?.id) {
        good();
        return open(came.id, bin);
      }
      fault();
      const other = came?.code === "count_overlaps" && came.context?.id ? await read<Count>(`/inventory/counts/${came.context.id}`).catch(() => undefined) : undefined;
      setTold(other ? { text: `${bin ? `Bin ${bin.code}` : warehouse.code} is being counted already: ${nameOf(other)}${other.createdByName ? `, begun by ${other.createdByName}` : ""}.`, other } : { text: sentence(came?.detail ?? "The count could not be begun.") });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      setTold({ text: "There is no network, and a count notes what should be there when it begins: begin it when there is one." });
    } finally {
      setBusy(false);
    }
  }

  const take = useRef((_: string): void => undefined);
  take.current = (code) => {
    const found = understand(code, catalogue.get(), warehouse.id, new Date(serviceNow()).getFullYear());
    const bin = found.kind === "bin" ? found.bin : found.kind === "several" ? found.choices.map((one) => one.found).find((one) => one.kind === "bin")?.bin : undefined;
    if (bin?.warehouse === warehouse.id) return void begin(bin);
    if (found.kind === "warehouse" && found.warehouse.id !== warehouse.id) return goTo("count", { place: found.warehouse.code });
    fault();
    setTold({ text: bin ? `Bin ${bin.code} is in another warehouse.` : "Scan a bin to count it, or choose a count first." });
  };
  useEffect(() => listen((code) => take.current(code)), []);

  /** What a count covers, in words. */
  function nameOf(one: Count): string {
    const bins = (one.locationIds as string[]).map((id) => here.bins.get(id)?.code ?? "a bin");
    return one.description || one.reference || (bins.length > 0 ? `Count of ${bins.slice(0, 3).join(", ")}${bins.length > 3 ? " and more" : ""}` : `Count of ${warehouse.code}, ${formatDay(one.snapshotDate)}`);
  }

  return (
    <main className="page">
      <Whose warehouse={warehouse} />
      <Strip />
      <header className="head">
        <Link page="" query={{ place: warehouse.code }} className="back">
          <Icon name="back" /> <span>Jobs</span>
        </Link>
        <h1>
          Count <span className="dim">{warehouse.code}</span>
        </h1>
      </header>
      {end !== "" && (
        <section className="last good" role="status">
          <p className="word">
            <Icon name="tick" size={40} /> Handed in
          </p>
          <p className="detail">{end}</p>
        </section>
      )}
      {told.text !== "" && (
        <div role="alert">
          <p tabIndex={-1} ref={message}>
            <Icon name="warn" size={20} /> {told.text}
          </p>
          {told.other && (
            <div className="ways">
              <button type="button" className="main" onClick={() => open(told.other?.id ?? "")}>
                Open that count
              </button>
            </div>
          )}
        </div>
      )}
      <p>Scan a bin to count it.</p>
      <section aria-labelledby="open">
        <h2 id="open">Open counts</h2>
        {counts?.length === 0 && <p className="dim">None is open here.</p>}
        <ul className="jobs">
          {counts?.map((one) => (
            <li key={one.id}>
              <Link page="count" query={{ place: warehouse.code, count: one.id }} className="job">
                <b>{nameOf(one)}</b>
                <span>
                  {one.countedCount} of {one.lineCount} lines counted{one.isBlind ? ", blind" : ""}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <div className="ways">
        <button type="button" disabled={busy} onClick={() => void begin()}>
          Begin a blind count of {warehouse.code}
        </button>
      </div>
    </main>
  );
}
