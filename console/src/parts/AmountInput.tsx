import { TextInput, type TextInputProps } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import { useStore } from "../api/store";
import { settings } from "../app/settings";
import { readAmount } from "../text/amount";
import { decimalsOf, useAmounts } from "./Amount";

type Props = Omit<TextInputProps, "value" | "onChange"> & {
  /** As the wire has it (`1234.50`), or empty. */
  value: string;
  onChange: (amount: string) => void;
  /** The decimals of its currency. */
  decimals?: number;
};

/** An amount as people type it, sums as well; it is read when the field is left, and never rounded. */
export function AmountInput({ value, onChange, decimals, error, onBlur, onKeyDown, ...rest }: Props): JSX.Element {
  const { locale } = useStore(settings);
  const write = useAmounts();
  const [text, setText] = useState(value && write(value));
  const [fault, setFault] = useState<string>();
  const [note, setNote] = useState<string>();
  useEffect(() => {
    setText(value && write(value));
    setFault(undefined);
  }, [value, write]);

  function read(): void {
    if (text.trim() === "") {
      setNote(undefined);
      onChange("");
      return;
    }
    const reading = readAmount(text, { decimals: decimals ?? Math.max(2, decimalsOf(value)), locale });
    setFault(reading.ok ? undefined : reading.message);
    setNote(reading.ok ? reading.ambiguous : undefined);
    if (reading.ok) onChange(reading.value);
  }

  return (
    <TextInput
      {...rest}
      value={text}
      error={fault ?? error}
      description={note}
      inputMode="decimal"
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
