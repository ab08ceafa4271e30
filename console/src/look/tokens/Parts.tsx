import { ActionIcon, Button, Checkbox, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type JSX, type ReactNode, useState } from "react";
import { problemOf } from "../../api/problem";
import { Amount } from "../../parts/Amount";
import { AmountInput } from "../../parts/AmountInput";
import { Chip, type ChipKind } from "../../parts/Chip";
import { DayInput } from "../../parts/DayInput";
import { FaultyChip, FilterChip } from "../../parts/Filters";
import { Facts } from "../../parts/Facts";
import { Lookup } from "../../parts/Lookup";
import { PlainTable } from "../../parts/PlainTable";
import { Refusal } from "../../parts/Refusal";

/** The parts that screens are made of, in all their states. */
export function Parts(): JSX.Element {
  return (
    <>
      <Buttons />
      <Fields />
      <Chips />
      <Figures />
      <Words />
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }): JSX.Element {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

function Buttons(): JSX.Element {
  const variants = ["filled", "default", "light", "subtle", "danger"] as const;
  return (
    <Part name="Buttons">
      {variants.map((variant) => (
        <div key={variant} className="tokens-states">
          <Button variant={variant}>
            At rest <kbd>Ctrl ⏎</kbd>
          </Button>
          <Button variant={variant} data-shown="focus">
            With the focus
          </Button>
          <Button variant={variant} disabled>
            Not now
          </Button>
          <Button variant={variant} loading>
            On its way
          </Button>
          <Button variant={variant} size="compact-sm">
            Small
          </Button>
        </div>
      ))}
      <div className="tokens-states">
        <ActionIcon variant="default" aria-label="More">
          <IconDots size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
        <kbd>g j</kbd>
        <a href="#parts">A link</a>
      </div>
    </Part>
  );
}

function Fields(): JSX.Element {
  const [day, setDay] = useState("2010-12-05");
  const [amount, setAmount] = useState("-1234.50");
  return (
    <Part name="Fields">
      <div className="tokens-fields">
        <TextInput label="Empty" placeholder="What may stand here" />
        <TextInput label="Filled" defaultValue="Rent of the stall" />
        <TextInput label="With the focus" defaultValue="Rent of the stall" data-shown="focus" />
        <TextInput label="With help" description="What it is for" defaultValue="SJ-2010-000424" />
        <TextInput label="In error" error="There is no account 9999." defaultValue="9999" />
        <TextInput label="Not now" disabled defaultValue="GBP" />
        <DayInput label="A day" value={day} onChange={setDay} />
        <AmountInput label="An amount" value={amount} onChange={setAmount} />
        <PasswordInput label="A password" defaultValue="four quiet harbours" visibilityToggleButtonProps={{ "aria-label": "Show it" }} />
        <Select label="One of a few" data={["Posted", "Draft"]} defaultValue="Posted" />
        <Lookup label="A record" placeholder="Code or name" value={null} find={() => []} onChange={() => undefined} />
        <Textarea label="Several lines" defaultValue={"Entered twice,\nby two people."} />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Not chosen" />
        <Checkbox label="Not now" disabled />
      </div>
    </Part>
  );
}

const STATES: readonly (readonly [ChipKind, string])[] = [
  ["draft", "draft"],
  ["waits", "waits"],
  ["posted", "posted"],
  ["voided", "voided"],
  ["reversed", "reversed"],
  ["corrected", "corrected"],
  ["open", "open"],
  ["softClosed", "soft-closed"],
  ["closed", "closed"],
  ["fault", "does not agree"],
];

function Chips(): JSX.Element {
  return (
    <Part name="States and filters">
      <div className="tokens-states">
        {STATES.map(([kind, word]) => (
          <Chip key={kind} kind={kind}>
            {word}
          </Chip>
        ))}
      </div>
      <div className="tokens-states">
        <FilterChip name="Status">{() => null}</FilterChip>
        <FilterChip name="Dates" value="1 Dec 2010 to 31 Dec 2010" onClear={() => undefined}>
          {() => null}
        </FilterChip>
        <FaultyChip name="Account" text="40x0" onClear={() => undefined} />
      </div>
    </Part>
  );
}

function Figures(): JSX.Element {
  const rows = [
    ["4000 Sales of goods", "183515.38"],
    ["4100 Sales returns", "-3580.58"],
    ["1010 Bank", "0.00"],
  ] as const;
  return (
    <Part name="Figures">
      <PlainTable
        label="Figures"
        rows={rows}
        rowId={([name]) => name}
        sumTitle="Sum"
        columns={[
          { id: "name", head: "Account", cell: ([name]) => name },
          { id: "amount", head: "Balance", kind: "number", cell: ([, value]) => <Amount value={value} />, sum: <Amount value="179934.80" /> },
          { id: "foreign", head: "In its currency", kind: "number", cell: ([, value]) => <Amount value={value} currency="EUR" zero="blank" /> },
        ]}
      />
      <p>
        <span className="single">
          <Amount value="179934.80" />
        </span>{" "}
        above a sum,{" "}
        <span className="double">
          <Amount value="179934.80" />
        </span>{" "}
        below a total
      </p>
      <Facts facts={[["On hand", "182"], ["Value", <Amount key="value" value="1834.22" />]]} />
    </Part>
  );
}

function Words(): JSX.Element {
  const refused = problemOf(409, {
    code: "period_closed",
    title: "The period is closed",
    detail: "December 2010 is closed: post in an open period",
    requestId: "req_0001",
    errors: [],
    resolutions: [],
  });
  return (
    <Part name="Words">
      <p>Body, and what is of less weight: <span className="dim">seen on second sight</span>, <span className="strong">strong</span>, <span className="negative">negative</span>.</p>
      <Refusal problem={refused} onAgain={() => undefined} />
    </Part>
  );
}
