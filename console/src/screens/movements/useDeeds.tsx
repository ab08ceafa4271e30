import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { deleteSoon } from "../../api/deleting";
import { useKey } from "../../api/key";
import { type PlainMovementAct, actOnMovement, deleteMovementDraft, rejectMovement } from "../../api/movementActs";
import type { Movement, MovementRow } from "../../api/movements";
import { useIsOrganizationKnown, useOrganization } from "../../api/organization";
import { type Problem, type WayOut, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { may } from "../../api/session";
import { useWarehouses } from "../../api/warehouses";
import { canGo } from "../../api/ways";
import { say } from "../../app/toasts";
import { useWays } from "../../parts/useWays";
import { RejectDialog } from "../entry/RejectDialog";
import { calledMovement } from "./called";
import { ArrivalDialog } from "./ArrivalDialog";
import { type MovementDeed, type MovementDoing, movementDoings, onTheWay } from "./doings";
import { LossDialog } from "./LossDialog";
import { PostDialog } from "./PostDialog";
import { VoidDialog } from "./VoidDialog";

const DONE: Partial<Record<MovementDeed, string>> = {
  submit: "waits for approval",
  withdraw: "is a draft again",
};

/** What can be done with the movement, how it is done, and what is open or was refused because of that. */
export function useDeeds(
  movement: Movement | undefined,
  followers: readonly MovementRow[],
  me: string,
  onGone: () => void,
): {
  doings: MovementDoing[];
  run: (deed: MovementDeed) => void;
  busy: MovementDeed | undefined;
  problem: Problem | undefined;
  onWay: (way: WayOut) => void;
  /** Reads it again, where somebody else changed it meanwhile. */
  onAgain: (() => void) | undefined;
  dialog: ReactNode;
  wayPart: ReactNode;
} {
  const navigate = useNavigate();
  const organization = useOrganization();
  // Where duties are separated, what may be done depends on it: nothing is offered that is taken back a moment later.
  const isKnown = useIsOrganizationKnown();
  const { key, renew } = useKey();
  const [open, setOpen] = useState<MovementDeed>();
  const [busy, setBusy] = useState<MovementDeed>();
  const [refused, setRefused] = useState<{ of: string; problem: Problem }>();
  const warehouses = useWarehouses();
  const place = warehouses?.byId.get(movement?.lines[0]?.warehouseId ?? "");
  const rest = movement ? onTheWay(movement, followers) : [];
  const doings = movement && isKnown ? movementDoings(movement, { may, id: me, duties: organization?.separationOfDuties, receiptsWithoutCost: organization?.receiptsWithoutCost, hasBins: place !== undefined && place.binsMode !== "none" }, rest) : [];

  async function act(on: Movement, deed: PlainMovementAct): Promise<void> {
    if (busy) return;
    setBusy(deed);
    setRefused(undefined);
    try {
      await actOnMovement(deed, { id: on.id, version: on.version, key: key() });
      say(`${calledMovement(on)} ${DONE[deed] ?? "is done"}.`);
      await touched("stock", "entries", "balances", "inbox");
    } catch (error) {
      setRefused({ of: on.id, problem: asProblem(error) });
    } finally {
      renew();
      setBusy(undefined);
    }
  }

  function run(deed: MovementDeed): void {
    if (!movement) return;
    switch (deed) {
      case "submit":
      case "withdraw":
        void act(movement, deed);
        break;
      case "edit":
      case "addCosts":
        void navigate({ to: "/movements/$movement/edit", params: { movement: movement.id } });
        break;
      case "copy":
        void navigate({ to: "/movements/new", search: { kind: movement.kind, copy: movement.id } });
        break;
      case "putAway":
        void navigate({ to: "/movements/new", search: { kind: "transfer", putAway: movement.id } });
        break;
      case "takeBack":
        void navigate({ to: "/movements/new", search: { kind: movement.kind === "receipt" ? "supplierReturn" : "return", of: movement.id } });
        break;
      case "invoice":
        void navigate({ to: "/movements/new", search: { kind: "supplierInvoice", of: movement.id } });
        break;
      case "addCost":
        void navigate({ to: "/movements/new", search: { kind: "landedCost", of: movement.id } });
        break;
      case "delete":
        deleteSoon(movement, { send: deleteMovementDraft, touches: ["stock", "inbox"] });
        onGone();
        break;
      default:
        setOpen(deed);
    }
  }

  const ways = useWays({ onDone: () => setRefused(undefined) });
  const { clear } = ways;
  const latest = useRef(clear);
  latest.current = clear;
  // What was done to one is not said of the next.
  useEffect(() => latest.current(), [movement?.id]);
  const close = (): void => setOpen(undefined);
  const dialog = movement && open ? dialogOf(open, movement) : null;

  function dialogOf(deed: MovementDeed, on: Movement): ReactNode {
    switch (deed) {
      case "reject":
        return <RejectDialog entry={{ ...on, description: calledMovement(on) }} send={rejectMovement} onClose={close} />;
      case "post":
      case "approve":
        return <PostDialog movement={on} act={deed} onClose={close} />;
      case "receive":
        return <ArrivalDialog movement={on} rest={rest} onClose={close} />;
      case "close":
        return <LossDialog movement={on} rest={rest} onClose={close} />;
      default:
        return <VoidDialog movement={on} onClose={close} />;
    }
  }

  const problem = refused && refused.of === movement?.id ? refused.problem.with(refused.problem.ways.filter(canGo)) : undefined;
  const onAgain =
    problem?.status === 412
      ? (): void => {
          setRefused(undefined);
          void touched("stock", "inbox");
        }
      : undefined;
  return { doings, run, busy, problem, onAgain, onWay: ways.go, dialog, wayPart: ways.part };
}
