import { NativeSelect } from "@mantine/core";
import type { JSX } from "react";
import { myId } from "../../../api/me";
import { nameOf, usePeople } from "../../../api/people";
import type { ControlProps } from "../kit/noun";

/** Who is responsible for a program: the caller unless they say otherwise. */
export function OwnerControl<Form>({ label, help, value, error, onChange }: ControlProps<string, Form>): JSX.Element {
  const { data: people } = usePeople();
  const others = (people ?? []).filter((one) => one.id !== myId() && (one.isActive || one.id === value));
  return (
    <NativeSelect
      label={label}
      description={help}
      error={error}
      value={value === "" ? myId() : value}
      data={[{ value: myId(), label: "You" }, ...others.map((one) => ({ value: one.id, label: nameOf(one) }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
