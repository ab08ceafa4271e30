import { Button } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type JSX, useCallback, useEffect, useState } from "react";
import { itemOf } from "../../api/goodsLookup";
import { followUnsent, forget, type Kept } from "../../api/kept";
import { KINDS, type MovementKind, kindTitle } from "../../api/movementKinds";
import { type Movement, readMovement } from "../../api/movements";
import { likelyDay, usePeriods } from "../../api/periods";
import { asProblem, type Problem } from "../../api/problem";
import { may, session } from "../../api/session";
import { useStore } from "../../api/store";
import { useWarehouses } from "../../api/warehouses";
import { settings } from "../../app/settings";
import { today } from "../../app/today";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { draftOf } from "./editor/body";
import { putAwayFrom, putAwayOf } from "./editor/putAway";
import { type Draft, type UnsentMovement, newHead, revived } from "./editor/draft";
import { Editor } from "./editor/Editor";
import { useHouse } from "./editor/useHouse";
import type { Beginning } from "./editor/useMovementEditor";
import { writableKinds } from "./MovementFilters";

/** The kind that an address means; `shipment` is what people call an issue. */
function kindOf(text: string | undefined): MovementKind | undefined {
  const kinds = writableKinds();
  const wanted = text === "shipment" ? "issue" : text;
  return kinds.find((kind) => kind === wanted) ?? (text === undefined ? kinds[0] : undefined);
}

/** Writes a new movement: `?kind=receipt`, as a copy of another, or as one that refers to another. */
export function NewMovementScreen(): JSX.Element {
  const search = useSearch({ strict: false }) as { kind?: string; copy?: string; of?: string; warehouse?: string; putAway?: string; bin?: string };
  const kind = kindOf(search.kind);
  const { locale } = useStore(settings);
  const periods = usePeriods();
  const warehouses = useWarehouses();
  const who = useStore(session);
  const [first, setFirst] = useState<Draft>();
  const [problem, setProblem] = useState<Problem>();
  const from = search.of ?? search.copy ?? search.putAway;
  const isReady = (periods || !may("periods:read")) && (warehouses || !may("warehouses:read"));
  useEffect(() => {
    if (!kind || !isReady) return undefined;
    const day = likelyDay(periods, today());
    const assigned = who.state === "in" || who.state === "expired" ? who.me.warehouseIds : null;
    const own = (warehouses?.all ?? []).filter((one) => one.isActive && (!assigned || (assigned as string[]).includes(one.id)));
    const place = own.find((one) => one.code === search.warehouse) ?? own.find((one) => one.isDefault) ?? (own.length === 1 ? own[0] : undefined);
    if (search.bin && place && kind === "transfer") {
      const stop = new AbortController();
      putAwayFrom(place, search.bin, locale, day, stop.signal).then(setFirst, (error: unknown) => !stop.signal.aborted && setProblem(asProblem(error)));
      return () => stop.abort();
    }
    if (!from) {
      setFirst({ head: newHead(kind, day, place?.id ?? ""), lines: [] });
      return undefined;
    }
    const stop = new AbortController();
    readMovement(from, stop.signal)
      .then((movement) => (search.putAway ? putAwayOf(movement, locale, day) : draftOf(movement, locale, search.of ? "of" : "copy", { kind, day })))
      .then(setFirst, (error: unknown) => !stop.signal.aborted && setProblem(asProblem(error)));
    return () => stop.abort();
    // The movement begins once; what others change meanwhile does not begin it anew.
  }, [kind, isReady, from]);
  if (writableKinds().length === 0) return <NotAllowed what="Your roles read movements and write none. Who manages the users can give you the right to draft or to post them." />;
  if (!kind) {
    const asked = KINDS[search.kind as MovementKind];
    return <NotAllowed what={asked ? `You cannot write ${asked.a}: choose another kind.` : "There is no such kind of movement: choose one."} />;
  }
  if (problem) return <Refusal problem={problem} />;
  if (!first) return <Opening />;
  return <Unsent key={from ?? "new"} subject="new" beginning={{ first, subject: "new", isTyped: from !== undefined || search.bin !== undefined }} />;
}

/** Changes a draft. */
export function EditMovementScreen(): JSX.Element {
  const { movement } = useParams({ strict: false }) as { movement: string };
  return <EditMovement key={movement} name={movement} />;
}

function EditMovement({ name }: { name: string }): JSX.Element {
  const { locale } = useStore(settings);
  // The draft as it was when the editor opened: what others do to it meanwhile is told when it is saved.
  const [opened, setOpened] = useState<{ movement: Movement; first: Draft }>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const stop = new AbortController();
    readMovement(name, stop.signal)
      .then(async (movement) => ({ movement, first: await draftOf(movement, locale, "edit") }))
      .then(setOpened, (error: unknown) => !stop.signal.aborted && setProblem(asProblem(error)));
    return () => stop.abort();
  }, [name, locale]);
  if (problem) return <Refusal problem={problem} />;
  if (!opened) return <Opening />;
  const { movement, first } = opened;
  if (!may("movements:draft")) return <NotAllowed what="Your roles do not change drafts of movements." />;
  if (movement.status !== "draft" && movement.status !== "pendingApproval") return <Posted movement={movement} />;
  return <Unsent key={movement.id} subject={movement.id} beginning={{ first, stored: movement, subject: movement.id, isTyped: false }} />;
}

function NotAllowed({ what }: { what: string }): JSX.Element {
  return (
    <div className="screen">
      <h1>New movement</h1>
      <p>{what}</p>
      <p className="refusal-ways">
        {writableKinds().map((kind) => (
          <Button key={kind} component={Link} to={`/movements/new?kind=${kind}`} variant="default">
            {kindTitle(kind)}
          </Button>
        ))}
        <Button component={Link} to="/movements" variant="default">
          To the movements
        </Button>
      </p>
    </div>
  );
}

function Opening(): JSX.Element {
  return (
    <div className="screen">
      <p className="dim">Opening the editor…</p>
    </div>
  );
}

function Posted({ movement }: { movement: Movement }): JSX.Element {
  return (
    <div className="screen">
      <h1>{kindTitle(movement.kind)}</h1>
      <p>A posted movement never changes. Void it and enter it again: both stay in the books.</p>
      <p>
        <Button component={Link} to={`/movements/${movement.id}`}>
          Open the movement
        </Button>
      </p>
    </div>
  );
}

/** The editor, and in its head what was left unsent before, to go on with or to throw away. */
function Unsent({ subject, beginning }: { subject: string; beginning: Omit<Beginning, "onDone" | "house"> }): JSX.Element {
  const navigate = useNavigate();
  const { house } = useHouse(beginning.first.head);
  const [offered, setOffered] = useState<Kept<UnsentMovement>[]>([]);
  const [begun, setBegun] = useState({ beginning, round: 0 });
  useEffect(() => followUnsent<UnsentMovement>("movement", subject, setOffered), [subject]);
  const onLeave = useCallback(() => void navigate({ to: "/movements" }), [navigate]);
  const onDone = useCallback(
    (movement: Movement) => {
      if (subject === "new") return true;
      void navigate({ to: "/movements/$movement", params: { movement: movement.id }, replace: true });
      return false;
    },
    [navigate, subject],
  );
  const newest = offered[0];
  async function goOn(kept: Kept<UnsentMovement>): Promise<void> {
    const { head, lines, stored, keys } = kept.value;
    setOffered([]);
    // What is known of its items says which columns there are.
    await Promise.all([...new Set(lines.flatMap((line) => line.cells.item?.value || []))].map((id) => itemOf(id).catch(() => undefined)));
    setBegun({
      round: begun.round + 1,
      beginning: { ...beginning, first: { head, lines: revived(lines) }, stored, isTyped: true, unsent: { id: kept.id, keys } },
    });
  }
  const offer = newest && (
    <section className="editor-unsent" role="status">
      <p>
        You have an unsent {kindTitle(newest.value.head.kind).toLowerCase()}, typed <Moment at={new Date(newest.at).toISOString()} />
        {newest.value.head.reference && <>: “{newest.value.head.reference}”</>}
      </p>
      <Button size="compact-sm" onClick={() => void goOn(newest)}>
        Continue it
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          void forget(newest.id);
          setOffered(offered.slice(1));
        }}
      >
        Discard it
      </Button>
    </section>
  );
  return <Editor key={begun.round} {...begun.beginning} house={house} offer={offer} onLeave={onLeave} onDone={onDone} />;
}
