import { TextInput } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import { useZone } from "../../api/organization";
import { useDayOrder } from "../../app/dayOrder";
import { today } from "../../app/today";
import { readDay } from "../../text/day";
import { nameOfPoint, readMoment } from "./knowing";

/** A point of knowledge as people type it: a day, which means its end where the books are, or a day and a time. */
export function MomentInput({
  label,
  value,
  none,
  onChange,
}: {
  label: string;
  /** The point; absent where none is chosen. */
  value: string | undefined;
  /** What it is where none is chosen: `now`. */
  none: string;
  onChange: (point: string | undefined) => void;
}): JSX.Element {
  const dayOrder = useDayOrder();
  const zone = useZone();
  const shown = value ? nameOfPoint(value, zone).replace(/^the end of /, "") : "";
  const [text, setText] = useState(shown);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    setText(shown);
    setFault(undefined);
  }, [shown]);

  function read(): void {
    setFault(undefined);
    if (text === shown) return;
    if (text.trim() === "" || text.trim().toLowerCase() === none) return onChange(undefined);
    const found = readMoment(text, { day: (typed) => readDay(typed, { today: today(), order: dayOrder }), zone });
    if (!found.ok) return setFault(found.message);
    // What has not ended yet is not known yet: up to now it is what is known now.
    const isLater = Date.parse(found.value) >= Date.now();
    if (isLater) setText(shown);
    return onChange(isLater ? undefined : found.value);
  }

  return (
    <TextInput
      label={label}
      description="A day means its end; or 28 Nov 2026 19:15"
      placeholder={none}
      value={text}
      error={fault}
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={read}
      onKeyDown={(event) => {
        if (event.key === "Enter") read();
      }}
    />
  );
}
