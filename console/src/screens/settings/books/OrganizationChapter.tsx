import { Button } from "@mantine/core";
import { type JSX, useState } from "react";
import { useChart } from "../../../api/accounts";
import { type Organization, useOrganization } from "../../../api/organization";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { Amount } from "../../../parts/Amount";
import { Moment } from "../../../parts/Moment";
import { ChapterHead } from "../kit/ChapterHead";
import { ChapterLink } from "../kit/links";
import type { Noun } from "../kit/noun";
import { wordsOf } from "../kit/noun";
import { RecordDialog } from "../kit/RecordDialog";
import { SETTINGS, type SettingForm, type Section } from "./organization";
import "../people/people.css";

const asNoun = (section: Section): Noun<Organization, SettingForm> => ({
  one: section.title.toLowerCase(),
  many: "settings",
  path: "/organization",
  at: "/organization",
  subject: "organization",
  touches: ["controls", "rules", "balances"],
  reads: "organization:read",
  writes: "organization:update",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: () => section.title.toLowerCase(),
  formOf: (one) => section.formOf(one as Organization),
  fields: section.fields,
});

/** The settings of the organization: read as sentences, changed section by section. */
export function OrganizationChapter(): JSX.Element {
  const organization = useOrganization();
  const chart = useChart();
  const [open, setOpen] = useState<Section>();
  const changes = may("organization:update");
  useActions(
    changes && organization
      ? SETTINGS.map((section) => ({ id: `change ${section.title}`, title: `Change ${section.title.toLowerCase()}`, run: () => setOpen(section) }))
      : [],
  );
  if (!organization) {
    return (
      <div className="person">
        <ChapterHead />
        <p className="dim">Reading the settings…</p>
      </div>
    );
  }
  const accountName = (id: string): string => {
    const account = chart?.byId.get(id);
    return account ? `${account.code} ${account.name}` : "an account";
  };
  return (
    <div className="person">
      <ChapterHead />
      <section aria-label="What stays">
        <h2>What stays</h2>
        <dl className="person-facts">
          <dt>Currency of the books</dt>
          <dd>{organization.baseCurrency}: it never changes, as every amount is in it.</dd>
          <dt>Begun</dt>
          <dd>
            <Moment at={organization.createdAt} />
          </dd>
          <dt>Id</dt>
          <dd>
            <code>{organization.id}</code>
          </dd>
        </dl>
      </section>
      {SETTINGS.map((section) => {
        const form = section.formOf(organization);
        return (
          <section key={section.title} aria-label={section.title}>
            <div className="rights-head">
              <h2>{section.title}</h2>
              {changes && (
                <Button variant="default" size="compact-sm" onClick={() => setOpen(section)} aria-label={`Change ${section.title.toLowerCase()}`}>
                  Change
                </Button>
              )}
            </div>
            <dl className="settings-values">
              {section.fields.map((field) => (
                <div key={field.name}>
                  <dt>{field.label}</dt>
                  <dd>
                    <span className="strong">
                      {field.kind === "amount" ? (
                        <Amount value={String(form[field.name])} currency={organization.baseCurrency} />
                      ) : (
                        wordsOf(field, form, accountName) || section.none
                      )}
                    </span>
                    {field.help && <span className="settings-help">{field.help}</span>}
                  </dd>
                </div>
              ))}
            </dl>
            {section.isControl && organization.controlChanges === "secondPerson" && (
              <p className="dim">
                A change here takes a second person. What waits is among the <ChapterLink to="control-changes">changes of controls</ChapterLink>.
              </p>
            )}
          </section>
        );
      })}
      {open && <RecordDialog noun={asNoun(open)} record={organization} size="lg" onClose={() => setOpen(undefined)} />}
    </div>
  );
}
