import { Button } from "@mantine/core";
import { IconSnowflake } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import { type Frozen, freeze, release, useFrozen } from "../../api/frozen";
import type { Asked } from "../../api/paged";
import { touched } from "../../api/queries";
import { may } from "../../api/session";
import { useWarehouses } from "../../api/warehouses";
import { say } from "../../app/toasts";
import { Moment } from "../../parts/Moment";
import "../../parts/record.css";
import { ActDialog } from "../close/ActDialog";
import "../close/close.css";

/** What of these goods is frozen, why, and the button that releases it. */
export function FrozenNotes({ asked }: { asked: Asked }): JSX.Element | null {
  const frozen = useFrozen(asked);
  const warehouses = useWarehouses();
  const [releasing, setReleasing] = useState<Frozen>();
  if (frozen.length === 0) return null;
  const what = (one: Frozen): string => {
    const item = one.sku ?? "Every item";
    return one.warehouseId === null ? `${item} is frozen everywhere` : `${item} is frozen in ${warehouses?.byId.get(one.warehouseId)?.code ?? "its warehouse"}`;
  };
  return (
    <>
      {frozen.map((one) => (
        <p key={one.id} className="record-note">
          <IconSnowflake size={16} stroke={1.5} aria-hidden />
          <span>
            {what(one)} since <Moment at={one.frozenAt} />: nothing of it can be moved or revalued.{one.reason && ` “${one.reason}”`}
          </span>
          {may("frozenPools:manage") && (
            <Button variant="default" size="compact-sm" onClick={() => setReleasing(one)}>
              Release…
            </Button>
          )}
        </p>
      ))}
      {releasing && (
        <ActDialog
          title={`Release ${releasing.sku ?? "all goods"}`}
          act="Release"
          means="The goods can be moved and revalued again."
          undo="They can be frozen again at any time."
          reason="required"
          run={({ key, reason }) => release(releasing, reason ?? "", key)}
          onDone={() => {
            setReleasing(undefined);
            say(`${releasing.sku ?? "All goods"} can be moved again`);
            void touched("stock");
          }}
          onClose={() => setReleasing(undefined)}
        />
      )}
    </>
  );
}

/** Freezes an item everywhere, or all that an item has in one warehouse. */
export function FreezeDialog({ itemId, warehouseId, what, onClose }: { itemId?: string; warehouseId?: string; what: string; onClose: () => void }): JSX.Element {
  return (
    <ActDialog
      title={`Freeze ${what}`}
      act="Freeze"
      means="Frozen goods cannot be moved, counted away or revalued until somebody releases them."
      undo="Whoever may freeze can release them, with a reason."
      reason="required"
      run={({ key, reason }) => freeze({ reason: reason ?? "", ...(itemId && { itemId }), ...(warehouseId && { warehouseId }) }, key)}
      onDone={() => {
        onClose();
        say(`${what} is frozen`);
        void touched("stock");
      }}
      onClose={onClose}
    />
  );
}
