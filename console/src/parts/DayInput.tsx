import { TextInput, type TextInputProps } from "@mantine/core";
import { type JSX, useEffect, useRef, useState } from "react";
import { usePeriods } from "../api/periods";
import { useStore } from "../api/store";
import { settings } from "../app/settings";
import { formatDay, readDay } from "../text/day";
import { today } from "../app/today";

type Props = Omit<TextInputProps, "value" | "onChange"> & {
  /** As the books write it, or empty. */
  value: string;
  onChange: (day: string) => void;
  /** From which day `+5` and `28` are counted; today if absent. */
  from?: string | undefined;
  /** Whether a day that no period has is a fault. */
  inPeriods?: boolean;
  /** What is wrong with the text, when it was read: the day stays what it was before. */
  onFault?: ((message: string | undefined) => void) | undefined;
};

/** A day as people type it: `28`, `28.2`, `t`, `+5`, `h` for the end of the month. It is read when the field is left. */
export function DayInput({ value, onChange, from, inPeriods = false, onFault, error, onBlur, onKeyDown, ...rest }: Props): JSX.Element {
  const { dayOrder } = useStore(settings);
  const periods = usePeriods();
  const [text, setText] = useState(value ? formatDay(value) : "");
  const [fault, setFault] = useState<string>();
  const told = useRef(onFault);
  told.current = onFault;
  useEffect(() => {
    setText(value ? formatDay(value) : "");
    setFault(undefined);
    told.current?.(undefined);
  }, [value]);

  function read(): void {
    if (text.trim() === "") {
      setFault(undefined);
      onFault?.(undefined);
      onChange("");
      return;
    }
    const within = inPeriods && periods ? periods.map((period) => ({ first: period.startDate, last: period.endDate })) : undefined;
    const read = readDay(text, { today: from || today(), order: dayOrder, within });
    if (read.ok) {
      setFault(undefined);
      onFault?.(undefined);
      setText(formatDay(read.value));
      onChange(read.value);
    } else {
      setFault(read.message);
      onFault?.(read.message);
    }
  }

  return (
    <TextInput
      {...rest}
      value={text}
      error={fault ?? error}
      inputMode="text"
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        read();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") read();
        onKeyDown?.(event);
      }}
    />
  );
}
