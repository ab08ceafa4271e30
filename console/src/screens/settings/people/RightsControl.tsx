import { Button, Checkbox } from "@mantine/core";
import type { JSX } from "react";
import { session } from "../../../api/session";
import type { ControlProps } from "../kit/noun";
import { RIGHTS, rightInWords } from "./rights";
import { conflictsOf, idleRights } from "./duties";
import { DutyWarnings } from "./DutyWarnings";

/** The rights of a role as boxes in groups, with the duties that meet in one hand. */
export function RightsControl<Form>({ help, value, error, onChange }: ControlProps<string[], Form>): JSX.Element {
  const now = session.get();
  const own = new Set<string>(now.state === "in" || now.state === "expired" ? now.me.permissions : []);
  const held = new Set(value);
  const put = (rights: readonly string[], isOn: boolean): void =>
    onChange(isOn ? [...value, ...rights.filter((right) => !held.has(right))] : value.filter((right) => !rights.includes(right)));
  const idle = idleRights(value);
  return (
    <div className="settings-set">
      <p className="dim">
        {value.length === 0 ? "No rights yet." : `${value.length} rights.`} {help}
      </p>
      <div className="rights">
        {RIGHTS.map((group) => {
          const mine = group.rights.map(([right]) => right).filter((right) => own.has(right) || held.has(right));
          const isWhole = mine.every((right) => held.has(right));
          return (
            <fieldset key={group.title} className="settings-set">
              <legend>{group.title}</legend>
              {group.rights.map(([right, words]) => (
                <Checkbox
                  key={right}
                  label={words}
                  description={!own.has(right) && !held.has(right) ? "You do not have it." : undefined}
                  disabled={!own.has(right) && !held.has(right)}
                  checked={held.has(right)}
                  onChange={(event) => put([right], event.currentTarget.checked)}
                />
              ))}
              <span>
                <Button variant="default" size="compact-xs" onClick={() => put(mine, !isWhole)}>
                  {isWhole ? "None of" : "All of"} {group.title.toLowerCase()}
                </Button>
              </span>
            </fieldset>
          );
        })}
      </div>
      {error && <p className="negative">{error}</p>}
      {idle.map(({ right, needs }) => (
        <p key={right} className="duties">
          “{rightInWords(right)}” does nothing without “{rightInWords(needs)}”, as entries tell costs.
        </p>
      ))}
      <DutyWarnings conflicts={conflictsOf(value)} />
    </div>
  );
}
