import { Button, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { KINDS, type MovementKind } from "../../api/movementKinds";
import { writableKinds } from "./MovementFilters";

/** Kinds that are entered every day; the others stand below them. */
const DAILY: readonly MovementKind[] = ["receipt", "issue", "transfer", "adjustment"];

/** Chooses the kind of a new movement, of those that the caller may write. */
export function NewMovement({
  opened,
  onChange,
  warehouse,
}: {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The warehouse that the list is filtered by: the movement begins there. */
  warehouse: string | undefined;
}): JSX.Element {
  const navigate = useNavigate();
  const kinds = writableKinds();
  const [daily, others] = [kinds.filter((kind) => DAILY.includes(kind)), kinds.filter((kind) => !DAILY.includes(kind))];
  const item = (kind: MovementKind): JSX.Element => (
    <Menu.Item key={kind} onClick={() => void navigate({ to: "/movements/new", search: { kind, ...(warehouse && { warehouse }) } })}>
      {KINDS[kind].title} <span className="dim">{KINDS[kind].means}</span>
    </Menu.Item>
  );
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" portalProps={{ target: "#screen" }}>
      <Menu.Target>
        <Button>
          New movement <kbd>c</kbd>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" className="movement-kinds">
        {daily.map(item)}
        {others.map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
