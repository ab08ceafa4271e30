import { useNavigate, useParams } from "@tanstack/react-router";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { type Count, type CountLine, actOnCount, calledCount, countState, useCount, useCountLines } from "../../api/counts";
import { useKey } from "../../api/key";
import { useIsOrganizationKnown, useOrganization } from "../../api/organization";
import { useMyId } from "../../api/me";
import { useNames } from "../../api/people";
import { type Problem, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { may } from "../../api/session";
import { canGo } from "../../api/ways";
import { useWarehouses } from "../../api/warehouses";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Chip } from "../../parts/Chip";
import { PrintButton } from "../../parts/PrintButton";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { useWays } from "../../parts/useWays";
import { formatInstant } from "../../parts/Moment";
import { formatDay } from "../../text/day";
import { DoingList } from "../entry/DoingList";
import "../entry/entry.css";
import { Fact, WhoDidWhat } from "../entry/EntryHead";
import type { Act } from "../entry/people";
import { EndDialog, PostCountDialog, SubmitDialog } from "./CountDialogs";
import "./counts.css";
import { type CountDeed, countDoings } from "./doings";
import { Review } from "./Review";
import { Sheet } from "./Sheet";
import { useSheet } from "./useSheet";
import { plural } from "../../text/language";

/** A count: its sheet while it is counted, then what it found, and what can be done with it. */
export function CountScreen(): JSX.Element {
  const { count: id } = useParams({ strict: false });
  const { count, problem } = useCount(id);
  const { lines, problem: unread } = useCountLines(count?.id);
  const isKnown = useIsOrganizationKnown();
  if (problem ?? unread) return <Refusal problem={(problem ?? unread) as Problem} />;
  if (!count || !lines || !isKnown) return <p className="dim">Reading the count…</p>;
  return <CountRecord key={count.id} count={count} lines={lines} />;
}

function CountRecord({ count, lines }: { count: Count; lines: CountLine[] }): JSX.Element {
  const navigate = useNavigate();
  const me = useMyId();
  const organization = useOrganization();
  const { key, renew } = useKey();
  const sheet = useSheet(count);
  const [open, setOpen] = useState<CountDeed>();
  const [busy, setBusy] = useState<CountDeed>();
  const [problem, setProblem] = useState<Problem>();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const ways = useWays({ onDone: () => setProblem(undefined) });
  const doings = countDoings(count, { may, id: me, duties: organization?.separationOfDuties });
  const isCounting = count.status === "open" && may("counts:record");

  async function act(deed: CountDeed, path: "approve" | "acknowledge-overruns", done: string): Promise<void> {
    if (busy) return;
    setBusy(deed);
    setProblem(undefined);
    try {
      await actOnCount(path, { id: count.id, version: count.version, key: key() });
      say(`${calledCount(count)} ${done}.`);
      await touched("stock", "inbox");
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      renew();
      setBusy(undefined);
    }
  }

  function run(deed: CountDeed): void {
    if (deed === "approve") void act(deed, "approve", "is approved");
    else if (deed === "acknowledge") void act(deed, "acknowledge-overruns", "was looked at");
    else if (deed === "submit") {
      // What was typed last is sent first.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      void sheet.settled().then((isSent) => isSent && setOpen(deed));
    } else setOpen(deed);
  }

  useActions([
    { id: "count-back", title: "Back to the counts", keys: "esc", quiet: true, run: () => document.querySelector("[role=dialog]") ?? void navigate({ to: "/counts" }) },
    ...(open
      ? []
      : doings.map((one) => ({
          id: `count-${one.deed}`,
          title: one.title,
          ...(one.keys && { keys: one.keys, whileTyping: one.keys.startsWith("mod") }),
          words: one.explains,
          disabled: one.disabled,
          run: () => run(one.deed),
        }))),
  ]);
  const close = (): void => setOpen(undefined);
  return (
    <div className="count">
      <CountHead count={count} />
      {problem && (
        <Refusal
          problem={problem.with(problem.ways.filter(canGo))}
          onWay={ways.go}
          onAgain={problem.status === 412 ? () => void touched("stock").then(() => setProblem(undefined)) : undefined}
          againTitle="Show how it is now"
        />
      )}
      {ways.part}
      <div className="entry-body count-body">
        <div>
          {isCounting ? (
            <Sheet count={count} lines={lines} sheet={sheet} mayApprove={may("counts:approve")} />
          ) : count.status === "open" ? (
            <p className="dim">It is being counted. What was found is shown when the count is submitted.</p>
          ) : (
            <Review
              count={count}
              lines={lines}
              marked={marked}
              onMark={doings.some((one) => one.deed === "sendBack") ? setMarked : undefined}
            />
          )}
        </div>
        <DoingList doings={doings} busy={busy} onRun={run} />
      </div>
      {open === "submit" && <SubmitDialog count={count} lines={lines} unknown={sheet.unknown.size} onClose={close} onUncounted={() => document.getElementById("show-uncounted")?.click()} />}
      {open === "post" && <PostCountDialog count={count} onClose={close} />}
      {(open === "sendBack" || open === "cancel") && (
        <EndDialog
          count={count}
          act={open === "cancel" ? "cancel" : "send-back"}
          marked={lines.filter((line) => marked.has(String(line.lineNumber)))}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Number, state, place, day and range of a count, who did what with it, and what is to be looked at. */
function CountHead({ count }: { count: Count }): JSX.Element {
  const name = useNames();
  const warehouses = useWarehouses();
  const state = countState(count);
  const { tolerance } = count;
  const tolerated = [tolerance.quantity && `${tolerance.quantity} units`, tolerance.percent && `${tolerance.percent} %`, tolerance.value && `a value of ${tolerance.value}`].filter(Boolean);
  const covers = [
    count.locationIds.length > 0 && `${count.locationIds.length} ${plural(count.locationIds.length, "bin or zone", "bins and zones")}`,
    count.itemIds.length > 0 && `${count.itemIds.length} ${plural(count.itemIds.length, "item", "items")}`,
    count.categoryIds.length > 0 && `${count.categoryIds.length} ${plural(count.categoryIds.length, "category", "categories")}`,
  ].filter(Boolean);
  const late = count.lateMovements?.count ?? 0;
  const whole = (count.blockers?.data ?? []).filter((one) => one.lineNumber === null);
  return (
    <header className="entry-head">
      <div className="screen-head">
        <h1>{calledCount(count)}</h1>
        <Chip kind={state.kind}>{state.word}</Chip>
        {count.isBlind && <Chip kind="open">blind</Chip>}
        <PrintButton path={`/inventory/counts/${count.id}`} />
      </div>
      {count.reference && count.description && (
        <p className="entry-text" dir="auto">
          {count.description}
        </p>
      )}
      <dl className="entry-facts">
        <Fact name="Warehouse">
          {count.warehouseCode && (
            <Link to="/places/$place" params={{ place: count.warehouseCode }} className="quiet">
              {warehouses?.byId.get(count.warehouseId)?.name ?? count.warehouseCode}
            </Link>
          )}
        </Fact>
        <Fact name="As of">{formatDay(count.snapshotDate)}</Fact>
        <Fact name="Covers">{covers.length > 0 ? covers.join(", ") : "everything there"}</Fact>
        <Fact name="Tolerated without approval">{tolerated.length > 0 ? tolerated.join(", ") : "no difference"}</Fact>
        {count.movementId && (
          <Fact name="Posted by">
            <Link to="/movements/$movement" params={{ movement: count.movementId }}>
              the movement of its differences
            </Link>
          </Fact>
        )}
      </dl>
      <WhoDidWhat acts={actsOf(count, name)} />
      {count.status === "open" && count.sentBackReason && (
        <p className="entry-note">
          Sent back: <q dir="auto">{count.sentBackReason}</q>
        </p>
      )}
      {(late > 0 || whole.length > 0 || count.openOverruns > 0) && (
        <ul className="count-warnings">
          {whole.map((one) => (
            <li key={one.code}>Posting would be refused: {one.detail}.</li>
          ))}
          {late > 0 && count.status !== "posted" && (
            <li>
              {plural(late, "A movement", `${late} movements`)} of these goods {plural(late, "was", "were")} {wordsOfLate(count)} after the count began, and{" "}
              {plural(late, "is", "are")} dated before {formatInstant(count.snapshotAt)}, when it began; a date alone means noon for goods that come, and the evening for others. Give
              the count up and begin another one, which includes {plural(late, "it", "them")}.{" "}
              {count.lateMovements?.data.slice(0, 3).map((one, at) => (
                <span key={one.id}>
                  {at > 0 && ", "}
                  <Link to="/movements/$movement" params={{ movement: one.id }}>
                    See {at === 0 ? "it" : "another"}
                  </Link>
                </span>
              ))}
            </li>
          )}
          {count.openOverruns > 0 && (
            <li>
              {plural(count.openOverruns, "A later posting", `${count.openOverruns} later postings`)} changed what was found here.{" "}
              {count.overruns?.data.slice(0, 3).map((one, at) => (
                <span key={`${one.movementId} ${one.lineNumber ?? at}`}>
                  {at > 0 && ", "}
                  <Link to="/movements/$movement" params={{ movement: one.movementId }}>
                    See the movement
                  </Link>
                </span>
              ))}
            </li>
          )}
        </ul>
      )}
    </header>
  );
}

function actsOf(count: Count, name: ReturnType<typeof useNames>): Act[] {
  const acts: Act[] = [{ verb: "begun", by: name(count.createdBy), at: count.createdAt }];
  if (count.submittedAt) acts.push({ verb: "submitted", by: name(count.submittedBy), at: count.submittedAt });
  if (count.sentBackAt && count.status === "open") acts.push({ verb: "sent back", by: name(count.sentBackBy), at: count.sentBackAt });
  if (count.approvedAt) acts.push({ verb: "approved", by: name(count.approvedBy), at: count.approvedAt });
  if (count.postedAt) acts.push({ verb: "posted", by: name(count.postedBy), at: count.postedAt });
  if (count.cancelledAt) acts.push({ verb: "given up", by: name(count.cancelledBy), at: count.cancelledAt, reason: count.cancelReason ?? undefined });
  return acts;
}

/** How movements that the count did not know came into the books or left them. */
function wordsOfLate(count: Count): string {
  const late = count.lateMovements?.data ?? [];
  if (late.every((one) => one.status === "voided")) return "voided";
  return late.some((one) => one.status === "voided") ? "entered or voided" : "entered";
}
