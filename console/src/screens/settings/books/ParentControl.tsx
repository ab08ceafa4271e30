import type { JSX } from "react";
import { useAll } from "../../../api/records";
import { Lookup } from "../../../parts/Lookup";
import { rank } from "../../../text/search";
import type { ControlProps } from "../kit/noun";
import type { ValueForm, ValueView } from "./dimensions";

/** The control that says below which value of this dimension another one is. */
export function ParentControl(dimension: string) {
  return function Parent({ label, help, value, error, onChange, form }: ControlProps<string, ValueForm>): JSX.Element {
    const { data } = useAll<ValueView>("dimensions", `/accounting/dimensions/${dimension}/values`);
    const chosen = data?.find((one) => one.id === value);
    const others = (data ?? []).filter((one) => one.code !== form.code && one.isActive);
    return (
      <Lookup
        label={label}
        description={help}
        placeholder="At the top"
        error={error}
        value={chosen ? { id: chosen.id, code: chosen.code, name: chosen.name } : null}
        find={(typed) => rank(others, typed).map((one) => ({ id: one.id, code: one.code, name: one.name }))}
        onChange={(choice) => onChange(choice?.id ?? "")}
      />
    );
  };
}
