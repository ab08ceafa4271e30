import { Button, TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { inWords } from "../../../api/people";
import { type Problem, asProblem } from "../../../api/problem";
import { ask } from "../../../api/records";
import type { components } from "../../../api/schema";
import { readMe } from "../../../api/session";
import { say } from "../../../app/toasts";
import { Moment } from "../../../parts/Moment";
import { Refusal } from "../../../parts/Refusal";
import { Dialog } from "../../close/Dialog";
import "../../close/close.css";

type Offer = components["schemas"]["OfferView"];

/** Joins another organization: the code, who invites to what, and only then yes or no. */
export function JoinDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const [code, setCode] = useState("");
  const [offer, setOffer] = useState<Offer>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  async function act(what: "show" | "accept" | "decline"): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { body } = await ask<Offer>("POST", `/auth/invitations/${what}`, { body: { code: code.trim() } });
      if (what === "show") setOffer(body);
      else {
        say(what === "accept" ? `You belong to ${body.organizationName} now.` : "The invitation is declined.");
        onClose();
        void readMe();
      }
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      title="Join another organization"
      act={offer ? `Join ${offer.organizationName}` : "Look at the invitation"}
      busy={busy}
      disabled={code.trim() === "" ? "The code is missing." : undefined}
      onAct={() => void act(offer ? "accept" : "show")}
      onClose={onClose}
    >
      <TextInput
        label="Code"
        description="You got it from whoever invites you. It works for you alone."
        value={code}
        disabled={offer !== undefined}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {problem && <Refusal problem={problem} />}
      {offer && (
        <>
          <p>
            <span className="strong">{offer.invitedBy ?? "Somebody"}</span> invites you to <span className="strong">{offer.organizationName}</span> as{" "}
            {offer.roles.map(inWords).join(", ") || "somebody without a role yet"}, in {offer.warehouseIds === null ? "all warehouses" : `${(offer.warehouseIds as string[]).length} warehouses`}.
            It is open until <Moment at={offer.expiresAt} />.
          </p>
          <p>
            <Button variant="danger" onClick={() => void act("decline")}>
              Decline it
            </Button>
          </p>
        </>
      )}
    </Dialog>
  );
}
