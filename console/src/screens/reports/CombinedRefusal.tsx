import { Button } from "@mantine/core";
import type { JSX } from "react";
import type { Problem } from "../../api/problem";
import { Refusal } from "../../parts/Refusal";
import type { Membership } from "./organizations";

/** Why these organizations do not stand side by side, and those that do. */
export function CombinedRefusal({
  problem,
  all,
  chosen,
  onChoose,
}: {
  problem: Problem;
  all: readonly Membership[];
  chosen: readonly string[];
  /** Nothing for those that the report begins with. */
  onChoose: (chosen: string[] | undefined) => void;
}): JSX.Element {
  const ways = waysOf(problem, all, chosen);
  return (
    <Refusal problem={problem}>
      <p className="refusal-ways">
        {ways.map((way) => (
          <Button key={way.title} variant="default" onClick={() => onChoose(way.chosen)}>
            {way.title}
          </Button>
        ))}
      </p>
    </Refusal>
  );
}

/** Whether another choice of organizations leads out of the refusal. */
CombinedRefusal.knows = ({ code, body }: Problem): boolean =>
  code === "base_currencies_differ" ||
  (code === "forbidden" && typeof body.context["organizationId"] === "string") ||
  body.errors.some((fault) => fault.pointer.replace(/^\//, "").startsWith("organizations"));

interface Way {
  title: string;
  chosen: string[] | undefined;
}

/** An organization and its currency, as the refusal tells them. */
interface Currency {
  organizationId: string;
  name: string;
  currency: string;
}

function waysOf({ code, body }: Problem, all: readonly Membership[], chosen: readonly string[]): Way[] {
  const { context } = body;
  const refused = context["organizationId"];
  if (code === "base_currencies_differ" && Array.isArray(context["currencies"])) {
    const told = context["currencies"] as Currency[];
    return [...new Set(told.map((one) => one.currency))].map((currency) => {
      const same = told.filter((one) => one.currency === currency);
      return { title: `Those in ${currency}: ${same.map((one) => one.name).join(", ")}`, chosen: same.map((one) => one.organizationId) };
    });
  }
  if (typeof refused === "string" && chosen.length > 1) {
    return [{ title: `Without ${all.find((one) => one.organizationId === refused)?.name ?? "that one"}`, chosen: chosen.filter((one) => one !== refused) }];
  }
  return [{ title: "All that I belong to", chosen: undefined }];
}
