import { TextInput, type TextInputProps } from "@mantine/core";
import { type JSX, useEffect, useRef, useState } from "react";
import { usePeriods } from "../api/periods";
import { useDayOrder } from "../app/dayOrder";
import { formatDay, isTwofold, readDay } from "../text/day";
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
  const dayOrder = useDayOrder();
  const periods = usePeriods();
  const [text, setText] = useState(value ? formatDay(value) : "");
  const [fault, setFault] = useState<string>();
  /** The day that was read from a text which could have meant another. */
  const [doubtful, setDoubtful] = useState<string>();
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
      // The text is read once: what is written back is not doubtful any more.
      if (text !== formatDay(value || read.value)) setDoubtful(isTwofold(text) ? read.value : undefined);
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
      description={doubtful !== undefined && doubtful === value ? `${formatDay(doubtful, "long")}` : undefined}
      inputWrapperOrder={["label", "input", "error", "description"]}
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
