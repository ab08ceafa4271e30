import { expect, test } from "vitest";
import { catalogueOf } from "../catalogue/catalogue";
import type { KeptBin, KeptItem, KeptStock, KeptWarehouse } from "../catalogue/records";
import { AGAIN_MS, Again } from "../camera/again";
import { madeOf } from "./body";
import { type Job, JOBS } from "./jobs";
import { linesOf } from "./tally";
import { type Work, work } from "./work";

const item = (id: string, sku: string, more: Partial<KeptItem> = {}): KeptItem => ({
  org: "org",
  id,
  sku,
  name: `Name of ${sku}`,
  unit: "C62",
  decimals: 0,
  units: [],
  tracking: "none",
  isActive: true,
  gtins: [],
  ...more,
});
const house = (id: string, code: string): KeptWarehouse => ({ org: "org", id, code, name: code, kind: "storage", binsMode: "optional", isActive: true, gln: null, receiving: null });
const bin = (code: string, warehouse = "w1"): KeptBin => ({ org: "org", warehouse, id: `loc ${code}`, code, name: "", kind: "bin", isActive: true });
const stock = (of: string, lot: string, expiresOn: string): KeptStock => ({ org: "org", warehouse: "w1", by: "lot", item: of, bin: null, lot, expiresOn, status: "available", serial: null, quantity: "5" });

const DEPOT = house("w1", "DEPOT");
const here = catalogueOf(
  [
    item("i1", "22423", { gtins: [{ gtin: "09506000134352", unit: "C62" }, { gtin: "19506000134359", unit: "XCS" }], units: [{ unit: "XCS", numerator: 8, denominator: 1 }] }),
    item("i2", "FUDGE", { tracking: "lot", gtins: [{ gtin: "00000096385074", unit: "C62" }] }),
    item("i3", "LAMP", { tracking: "serial" }),
    item("i4", "CHEESE", { unit: "KGM", decimals: 3, gtins: [{ gtin: "06291041500213", unit: "KGM" }] }),
    item("i5", "A-01"),
    item("i6", "0109506000134352"),
  ],
  [DEPOT, house("w2", "SHOP")],
  [bin("A-01"), bin("B-02"), bin("S-01", "w2")],
  [stock("i2", "L1", "2026-12-31"), stock("i2", "OLD", "2026-01-31")],
);

function start(name: Job["name"]): Work & { heard: string[]; places: Array<string | undefined>; job: Job } {
  const heard: string[] = [];
  const places: Array<string | undefined> = [];
  const job = JOBS.find((one) => one.name === name) as Job;
  const made = work({
    job,
    warehouse: DEPOT,
    catalogue: () => here,
    year: () => 2026,
    today: () => "2026-11-28",
    sound: (said) => heard.push(said),
    done: () => heard.push("done"),
    place: (code) => places.push(code),
  });
  return { ...made, heard, places, job };
}

const body = (of: ReturnType<typeof start>, more: Partial<Parameters<typeof madeOf>[2]> = {}): Array<Record<string, unknown>> =>
  madeOf(of.job, of.state.get().tally.entries, { warehouse: DEPOT, items: here.items, receiptsPost: false, ...more }, { occurredAt: "2026-11-28T10:00:00.000Z", source: "scan:x" }).map((one) => one.body);

test("goods are told by their number, their SKU in any case, and a case of eight as such", () => {
  const job = start("receive");
  for (const code of ["9506000134352", "22423", "]C10119506000134359", "CMDX3"]) job.scan(code);
  expect(linesOf(job.state.get().tally.entries).map((line) => [line.quantity, line.unit, line.scans])).toEqual([
    ["2", "C62", 2],
    ["3", "XCS", 1],
  ]);
  expect(body(job)[0]).toMatchObject({ kind: "receipt", status: "draft", lines: [{ itemId: "i1", quantity: "2", unitCode: "C62" }, { itemId: "i1", quantity: "3", unitCode: "XCS" }] });
  expect(body(job, { receiptsPost: true })[0]).toMatchObject({ status: "posted" });
});

test("a fault stands until it is tapped or taken back, and what is scanned meanwhile waits for that", () => {
  const job = start("issue");
  job.scan("22423");
  job.scan("no such thing");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "Unknown" });
  job.scan("22423");
  expect(job.state.get().tally.entries).toHaveLength(1);
  expect(job.state.get().tally.waits).toEqual(["22423"]);
  job.scan("CMDUNDO");
  job.scan("22423");
  expect(job.state.get().tally.entries).toHaveLength(3);
  expect(job.state.get().tally.waits).toBeUndefined();
  expect(job.heard).toEqual(["good", "fault", "fault", "good", "good", "good"]);
  // One of those that waited is a fault itself: what stands behind it goes on waiting.
  for (const code of ["no such thing", "22423", "nor this", "22423"]) job.scan(code);
  job.dismiss();
  expect(job.state.get().said).toMatchObject({ kind: "fault", title: "Nothing here is called “nor this”." });
  expect([job.state.get().tally.entries.length, job.state.get().tally.waits]).toEqual([4, ["22423"]]);
  job.dismiss();
  expect(job.state.get().tally.entries).toHaveLength(5);
});

test("a wrong check digit is told as such, and not as an unknown code", () => {
  const job = start("issue");
  job.scan("9506000134353");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "Misread" });
});

test("a text that names two things is a choice", () => {
  const job = start("issue");
  job.scan("A-01");
  const { said } = job.state.get();
  expect(said).toMatchObject({ kind: "fault", word: "Which one?" });
  if (said.kind === "fault") said.choices.find((choice) => choice.title.startsWith("Item"))?.take();
  expect(job.state.get().tally.entries.map((entry) => entry.sku)).toEqual(["A-01"]);
});

test("goods with lots ask for the lot, which is scanned, chosen or typed", () => {
  const job = start("receive");
  job.scan("96385074");
  expect(job.state.get().said).toMatchObject({ kind: "asks", what: "lot" });
  job.scan("10L7\u001d17271231");
  job.scan("FUDGE");
  job.scan("L-typed");
  expect(body(job)[0]).toMatchObject({ lines: [{ lot: { number: "L7", expiresOn: "2027-12-31" } }, { lot: { number: "L-typed" } }] });
  const issue = start("issue");
  issue.scan("OLD");
  expect(issue.state.get().said).toMatchObject({ kind: "fault", word: "Expired" });
  issue.undo();
  issue.scan("L1");
  expect(body(issue)[0]).toMatchObject({ kind: "issue", lines: [{ itemId: "i2", lotNumber: "L1" }] });
});

test("what is scanned while a lot is asked for is taken once that is known", () => {
  const job = start("receive");
  for (const code of ["FUDGE", "22423", "CMDX3"]) job.scan(code);
  expect(job.state.get()).toMatchObject({ said: { kind: "asks" }, tally: { entries: [], waits: ["22423", "CMDX3"] } });
  job.scan("9506000134353");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "Misread" });
  job.dismiss();
  expect(job.state.get().said).toMatchObject({ kind: "asks" });
  job.scan("21071");
  expect(body(job)[0]).toMatchObject({ lines: [{ itemId: "i2", lot: { number: "21071" } }, { itemId: "i1", quantity: "3" }] });
});

test("a number that is an item's is that item, and one that is nothing's is no piece of something", () => {
  const job = start("receive");
  job.scan("2107");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "Unknown" });
  job.undo();
  job.scan("0109506000134352");
  expect(job.state.get().tally.entries.map((entry) => entry.sku)).toEqual(["0109506000134352"]);
});

test("a piece is there once", () => {
  const job = start("receive");
  job.scan("LAMP");
  job.scan("SN-1");
  job.times("2");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "One piece" });
  job.dismiss();
  job.scan("LAMP");
  job.scan("SN-1");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "Twice" });
});

test("goods are moved from the bin before them to the bin behind them, and to another warehouse", () => {
  const job = start("move");
  for (const code of ["B-02", "22423", "22423"]) job.scan(code);
  job.scan("CMDDONE");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "Where to?" });
  job.undo();
  job.scan("B-02");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "The same bin" });
  job.undo();
  job.scan("SHOP");
  job.scan("CMDDONE");
  expect(job.heard.at(-1)).toBe("done");
  expect(body(job)).toEqual([
    expect.objectContaining({ kind: "transfer", warehouseId: "w1", toWarehouseId: "w2", lines: [{ itemId: "i1", quantity: "2", unitCode: "C62", locationCode: "B-02" }] }),
  ]);
});

test("goods are put away from where they came in", () => {
  const job = start("put-away");
  for (const code of ["22423", "B-02"]) job.scan(code);
  expect(body(job, { receiving: "DOCK" })[0]).toMatchObject({ toWarehouseId: "w1", lines: [{ locationCode: "DOCK", toLocationCode: "B-02" }] });
});

test("UNDO takes back step by step, also where goods were put", () => {
  const job = start("move");
  for (const code of ["B-02", "22423", "CMDX5"]) job.scan(code);
  job.scan("SHOP");
  job.undo();
  expect(job.state.get().tally.entries[0]).toMatchObject({ times: "5" });
  expect(job.state.get().tally.entries[0]?.to).toBeUndefined();
  job.undo();
  expect(job.state.get().tally.entries[0]?.times).toBe("1");
  job.undo();
  job.undo();
  expect(job.state.get().tally).toMatchObject({ entries: [], steps: [] });
  job.undo();
  expect(job.state.get().said).toMatchObject({ kind: "fault" });
});

test("a count records what was found in all, and keeps unknown codes on a list of their own", () => {
  const job = start("count");
  for (const code of ["B-02", "22423", "19506000134359", "what is this"]) job.scan(code);
  expect(job.state.get().tally.unknown).toEqual(["what is this"]);
  const count = { id: "cnt", recorded: {} };
  expect(body(job, { count })[0]).toEqual({ lines: [{ itemId: "i1", quantity: "9", locationCode: "B-02" }] });
  const key = "i1\n\n\n\nB-02\n\n";
  expect(body(job, { count: { id: "cnt", recorded: { [key]: "4" } } })[0]).toEqual({ lines: [{ itemId: "i1", quantity: "13", locationCode: "B-02" }] });
});

test("a weight on the label is the quantity", () => {
  const job = start("issue");
  job.scan("]C10106291041500213310200012510X");
  expect(linesOf(job.state.get().tally.entries).map((line) => [line.quantity, line.unit])).toEqual([["1.25", "KGM"]]);
});

test("the label of another place leads there only while nothing is on the list", () => {
  const job = start("receive");
  job.scan("SHOP");
  expect(job.places).toEqual(["SHOP"]);
  job.scan("22423");
  job.scan("SHOP");
  expect(job.state.get().said).toMatchObject({ kind: "fault", word: "Elsewhere" });
});

test("the same code in front of the camera counts once, and again when it was away or taken back", () => {
  const again = new Again();
  expect([again.counts("A", 0), again.counts("A", 300), again.counts("A", 1_000), again.counts("B", 1_100)]).toEqual([true, false, false, true]);
  expect(again.counts("A", 1_000 + AGAIN_MS)).toBe(true);
  again.forget();
  expect(again.counts("A", 1_100 + AGAIN_MS)).toBe(true);
});
