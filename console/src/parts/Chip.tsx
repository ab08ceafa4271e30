import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconLock,
  IconPencil,
  IconReplace,
  IconRosetteDiscountCheck,
  IconBan,
  IconAlertTriangle,
} from "@tabler/icons-react";
import type { JSX, ReactNode } from "react";
import "./chip.css";

const ICONS = {
  draft: IconPencil,
  waits: IconClock,
  posted: IconCheck,
  voided: IconBan,
  reversed: IconArrowBackUp,
  corrected: IconReplace,
  softClosed: IconLock,
  closed: IconRosetteDiscountCheck,
  open: IconCheck,
  fault: IconAlertTriangle,
} as const;

/** What a chip can say. The normal state is quiet. */
export type ChipKind = keyof typeof ICONS;

/** The state of a record in a word with its sign: never colour alone. */
export function Chip({ kind, children }: { kind: ChipKind; children: ReactNode }): JSX.Element {
  const Icon = ICONS[kind];
  return (
    <span className="chip" data-kind={kind}>
      <Icon size={14} stroke={1.5} aria-hidden />
      {children}
    </span>
  );
}
