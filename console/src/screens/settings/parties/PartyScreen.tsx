import { Button } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { type Party, useParty } from "../../../api/parties";
import { useOne } from "../../../api/records";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { Chip } from "../../../parts/Chip";
import { Facts } from "../../../parts/Facts";
import { Refusal } from "../../../parts/Refusal";
import { RecordHead } from "../kit/ChapterHead";
import { DeleteDialog } from "../kit/DeleteDialog";
import { RecordDialog } from "../kit/RecordDialog";
import { MergeDialog } from "./MergeDialog";
import { CONTACT, PARTIES, nameOf } from "./parties";

/** `/settings/parties/{id}`: one party. The address of one that was merged leads to the one that it went into. */
export function PartyScreen(): JSX.Element {
  const { record = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data: party, problem } = useOne<Party>("parties", `${PARTIES.path}/${record}`);
  const into = party?.mergedIntoId;
  useEffect(() => {
    if (into) void navigate({ to: "/settings/$chapter/$record", params: { chapter: "parties", record: into }, search: { was: record } as never, replace: true });
  }, [into, record, navigate]);
  if (problem) return <Refusal problem={problem} />;
  if (!party || into) return <p className="dim">Reading the party…</p>;
  return <PartyPage party={party} />;
}

const SPOKEN: Record<(typeof CONTACT)[number], string> = { email: "Email", phone: "Telephone", street: "Street", postalCode: "Postal code", city: "City", country: "Country", taxNumber: "Tax number" };

function PartyPage({ party }: { party: Party }): JSX.Element {
  const [open, setOpen] = useState<"change" | "merge" | "delete">();
  const navigate = useNavigate();
  const was = useParty(new URLSearchParams(location.search).get("was") ?? undefined);
  const manages = may("parties:manage");
  const side = party.kinds.includes("supplier") && !party.kinds.includes("customer") ? "payable" : "receivable";
  useActions(
    manages
      ? [
          { id: "edit", title: "Change the party", keys: "e", run: () => setOpen("change") },
          { id: "merge", title: "Merge it into another party", keys: "m", words: "double duplicate same join", run: () => setOpen("merge") },
          { id: "delete", title: "Delete the party", run: () => setOpen("delete") },
        ]
      : [],
  );
  return (
    <div className="screen settings">
      <RecordHead title={nameOf(party)}>
        <p>{[party.code, party.kinds.join(", ")].filter(Boolean).join(" · ")}</p>
        {!party.isActive && <Chip kind="voided">inactive</Chip>}
      </RecordHead>
      {was?.mergedIntoId === party.id && (
        <p className="way-done" role="status">
          {nameOf(was)} is one with this party{was.mergeReason ? `: ${was.mergeReason}` : ""}. Its address leads here.
        </p>
      )}
      {manages && (
        <div className="filters">
          <div className="filters-end">
            <Button variant="default" onClick={() => setOpen("delete")}>
              Delete…
            </Button>
            <Button variant="default" onClick={() => setOpen("merge")}>
              Merge… <kbd>m</kbd>
            </Button>
            <Button onClick={() => setOpen("change")}>
              Change <kbd>e</kbd>
            </Button>
          </div>
        </div>
      )}
      <Facts
        facts={[
          ["Days to pay", party.paymentTermsDays],
          ["Currency", party.currency],
          ...CONTACT.map((name) => [SPOKEN[name], typeof party.contact[name] === "string" ? String(party.contact[name]) : ""] as const),
        ]}
        none="Nothing else is known of it."
      />
      {may("journalEntries:read") && (
        <p className="parties-ways">
          <Link to="/open-items" search={{ side, party: party.id } as never}>
            Its open items
          </Link>{" "}
          ·{" "}
          <Link to="/journal" search={{ party: party.id } as never}>
            Its entries
          </Link>
        </p>
      )}
      {open === "change" && <RecordDialog noun={PARTIES} record={party} size="lg" onClose={() => setOpen(undefined)} />}
      {open === "merge" && (
        <MergeDialog
          party={party}
          onDone={(into) => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "parties", record: into }, search: { was: party.id } as never })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === "delete" && (
        <DeleteDialog noun={PARTIES} record={party} onDone={() => void navigate({ to: "/settings/$chapter", params: { chapter: "parties" } })} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}
