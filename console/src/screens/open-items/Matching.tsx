import { Button, Checkbox, CloseButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { type JSX, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { type Account, choiceOf, findAccounts, useChart } from "../../api/accounts";
import { useKey } from "../../api/key";
import { match, useMatches, usePreview } from "../../api/matches";
import { type OpenItem, itemId } from "../../api/openItems";
import type { Organization } from "../../api/organization";
import { Problem } from "../../api/problem";
import { touched } from "../../api/queries";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Amount } from "../../parts/Amount";
import { Lookup } from "../../parts/Lookup";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { formatDay } from "../../text/day";
import { isZero } from "../../text/number";
import { MatchList } from "./MatchList";
import { PartAmount } from "./PartAmount";
import { inputOf, isTolerated, planOf, restOf } from "./plan";
import { PreviewOfMatch } from "./PreviewOfMatch";
import { proposals, reasonOf } from "./proposals";

const PREVIEW_AFTER_MS = 250;
const FIRST_PROPOSALS = 20;

/** Chooses what settles an item: proposals by likeness, the rest as it changes, and what the match would post. */
export function Matching({
  item,
  items,
  name,
  organization,
  onMatched,
  onClose,
}: {
  item: OpenItem;
  /** All open items of the party. */
  items: OpenItem[];
  name: string;
  organization: Organization | undefined;
  /** It is matched; these items are settled in full. */
  onMatched: (settled: ReadonlySet<string>) => void;
  onClose: () => void;
}): JSX.Element {
  const chart = useChart();
  const { key, renew } = useKey();
  // A foreign difference is worth what its rate says, which the service knows.
  const tolerance = item.currency === organization?.baseCurrency ? organization.writeOffTolerance : "0";
  const found = useMemo(() => proposals(item, items, tolerance), [item, items, tolerance]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [amounts, setAmounts] = useState<ReadonlyMap<string, string>>(new Map());
  const [writeOff, setWriteOff] = useState<Account | "choose">();
  const [refused, setRefused] = useState<Problem>();
  const [isMatching, setMatching] = useState(false);
  const [most, setMost] = useState(FIRST_PROPOSALS);
  const list = useRef<HTMLUListElement>(null);
  const earlier = useMatches({ entryId: item.entryId });
  const ofLine = earlier?.filter((one) => one.lines.some((line) => line.entryId === item.entryId && line.lineNumber === item.lineNumber));

  const own = { item, amount: amounts.get(itemId(item)) };
  const others = found.filter((one) => chosen.has(itemId(one.item))).map((one) => ({ item: one.item, amount: amounts.get(itemId(one.item)) }));
  const plan = planOf(own, others);
  const canWriteOff = organization !== undefined && others.length > 0 && isTolerated(plan, item, organization.writeOffTolerance, organization.baseCurrency);
  const account = canWriteOff && typeof writeOff === "object" ? writeOff : undefined;
  const rest = restOf(plan, others.length, account !== undefined);
  const input = others.length > 0 && !(canWriteOff && writeOff === "choose") ? inputOf(own, others, account?.id) : undefined;
  const signature = JSON.stringify(input);
  const [asked] = useDebouncedValue(signature, PREVIEW_AFTER_MS);
  const { preview, problem } = usePreview(useMemo(() => (asked ? (JSON.parse(asked) as typeof input) : undefined), [asked]));
  const isShown = asked === signature;
  const told = refused ?? (isShown ? problem : undefined);
  const ways = useWays({ again: { title: "Match", run: () => void run() } });
  const why = others.length === 0 ? "choose what to match it with" : input === undefined ? "choose the account for the difference" : undefined;

  useEffect(() => {
    list.current?.querySelector<HTMLElement>("input[type=checkbox]")?.focus();
  }, []);

  async function run(): Promise<void> {
    if (!input || isMatching) return;
    setMatching(true);
    setRefused(undefined);
    try {
      const made = await match(input, key());
      renew();
      const lines = [own, ...others];
      const settled = new Set(lines.filter((_, at) => isSettled(at)).map((one) => itemId(one.item)));
      say(`Matched ${made.lines.map((line) => line.entryNumber ?? "an entry").join(" with ")}`);
      onMatched(settled);
      await touched("matches", "balances", "entries");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      renew();
      setRefused(error);
    } finally {
      setMatching(false);
    }
  }

  /** Whether nothing stays open of this line: of the item, or of the others where nothing is left of any. */
  function isSettled(at: number): boolean {
    if (account) return true;
    return at === 0 ? isZero(plan.restOfItem) : isZero(plan.restOfOthers);
  }

  function toggle(id: string): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
    setRefused(undefined);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, id: string): void {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") toggle(id);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const boxes = [...(list.current?.querySelectorAll<HTMLElement>("input[type=checkbox]") ?? [])];
      boxes[boxes.indexOf(event.currentTarget) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  }

  const put = (id: string, amount: string | undefined): void => {
    const next = new Map(amounts);
    if (amount === undefined) next.delete(id);
    else next.set(id, amount);
    setAmounts(next);
  };
  useActions([
    { id: "match", title: "Match", keys: "mod+enter", whileTyping: true, words: "settle pay allocate", disabled: why, run: () => void run() },
    { id: "close-matching", title: "Close the matching", keys: "esc", quiet: true, run: onClose },
  ]);
  return (
    <aside className="peek matching" aria-label={`Match ${item.number ?? "the line"}`}>
      <div className="screen-head">
        <h2>
          Match{" "}
          <Link to="/journal/$entry" params={{ entry: item.number ?? item.entryId }} className="quiet">
            {item.number ?? "line"}
          </Link>
        </h2>
        <CloseButton aria-label="Close" onClick={onClose} ml="auto" />
      </div>
      <p dir="auto">
        {item.description} <span className="dim">· {formatDay(item.date)}</span>
      </p>
      <p>
        <Button component={Link} to={`/journal/${item.number ?? item.entryId}`} variant="default" size="compact-sm">
          Open {item.number ?? "the entry"} <kbd>o</kbd>
        </Button>
      </p>
      <div className="matching-open">
        <span>{item.side === "debit" ? "Debit" : "Credit"} open</span>
        <span className="strong">
          <Amount value={item.openAmount} currency={item.currency} />
        </span>
        <PartAmount item={item} value={own.amount} onChange={(amount) => put(itemId(item), amount)} />
      </div>
      <h3>
        Proposals <span className="dim">{found.length > 0 && `${found.length} on the other side, likeliest first`}</span>
      </h3>
      {found.length === 0 && (
        <p className="dim">
          Nothing of {name} is open on the other side of this account in {item.currency}. It can be matched when a payment or a credit note is posted.
        </p>
      )}
      <ul className="proposals" ref={list}>
        {found.slice(0, most).map((one) => {
          const id = itemId(one.item);
          return (
            <li key={id} data-chosen={chosen.has(id)}>
              <Checkbox
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
                onKeyDown={(event) => onKeyDown(event, id)}
                label={
                  <span className="proposal">
                    <span className="strong">{one.item.number}</span>
                    <span className="number">
                      <Amount value={one.item.openAmount} />
                    </span>
                    <span className="proposal-text" dir="auto">
                      {one.item.description}
                    </span>
                    <span className="dim">{reasonOf(one, item)}</span>
                  </span>
                }
              />
              {chosen.has(id) && <PartAmount item={one.item} value={amounts.get(id)} onChange={(amount) => put(id, amount)} />}
            </li>
          );
        })}
      </ul>
      {found.length > most && (
        <Button variant="subtle" justify="start" onClick={() => setMost(found.length)}>
          Show {found.length - most} more
        </Button>
      )}
      {ofLine && ofLine.length > 0 && <MatchList of={{ entryId: item.entryId }} title="Matched so far" />}
      <div className="matching-foot">
        <div role="status">
          <dl className="rest">
            <div>
              <dt>Matched</dt>
              <dd>{others.length > 0 ? <Amount value={plan.matched} currency={item.currency} /> : <span className="dim">nothing chosen</span>}</dd>
            </div>
            <div>
              <dt>{rest.words}</dt>
              <dd>
                <span className="double strong">
                  <Amount value={rest.amount} currency={item.currency} />
                </span>
              </dd>
            </div>
          </dl>
        </div>
        {canWriteOff && (
          <div className="write-off">
            <Checkbox
              label="Write off the difference"
              checked={writeOff !== undefined}
              onChange={(event) => setWriteOff(event.currentTarget.checked ? "choose" : undefined)}
            />
            {writeOff !== undefined && (
              <Lookup
                label="Account for the difference"
                autoFocus
                value={account && chart ? choiceOf(chart, account) : null}
                find={(typed) => findAccounts(chart, typed)}
                onChange={(choice) => setWriteOff((choice && chart?.byId.get(choice.id)) || "choose")}
              />
            )}
          </div>
        )}
        {input && isShown && preview && !problem && <PreviewOfMatch preview={preview} chart={chart} />}
        {told && <Refusal problem={told} onWay={ways.go} />}
        {ways.part}
        <p className="matching-end">
          <Button onClick={() => void run()} loading={isMatching} disabled={why !== undefined}>
            Match <kbd>Ctrl ⏎</kbd>
          </Button>
          {why && found.length > 0 && <span className="dim">{why}</span>}
        </p>
      </div>
    </aside>
  );
}
