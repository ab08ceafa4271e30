//! `verify`: the log's chain, the books against the log, and the rules between rows; also while a server runs.

use std::process::ExitCode;

use domain::value::TypedId;
use domain::value::counted;
use domain::value::id::OrganizationId;
use serde_json::{Value, json};
use store::audit::Invariant;
use store::audit::manifest::hex;
use store::audit::verify::{Report, Verified, verify};

use super::failure::{Exit, Failure};
use super::output::Output;
use crate::config::Config;
use crate::engine;

/// The next step after damage to stored data, which no command mends.
const DAMAGED: &str = "the stored data is damaged: stop the service, keep everything as it is, and restore the last \
    backup that verifies (`countinghouse restore BACKUP --data NEW_FOLDER`, on PostgreSQL `pg_restore`). Everything \
    written since that backup is lost, except for organizations that are ok here: you can export their logs \
    (`countinghouse export --format log --organization ID --out FILE`)";

/// Verifies one organization or all, and reports the findings.
///
/// # Errors
/// If the database cannot be read. Differences are no error: they end with exit code 7.
pub async fn run(config: &Config, organization: Option<&str>, output: Output) -> Result<ExitCode, Failure> {
    let organization = organization.map(named).transpose()?;
    let database = engine::open_reader(config).await?;
    let report = verify(&database, organization).await?;
    database.close().await?;
    output.say(&text(&report), &to_json(&report))?;
    Ok(code(&report))
}

/// 0 where everything holds.
#[must_use]
pub fn code(report: &Report) -> ExitCode {
    if report.holds() { ExitCode::SUCCESS } else { ExitCode::from(Exit::Differences as u8) }
}

/// The organization with this id.
pub fn named(text: &str) -> Result<OrganizationId, Failure> {
    OrganizationId::parse(text).ok_or_else(|| {
        Failure::usage(format!(
            "{text:?} is not the id of an organization, which begins with {}_",
            OrganizationId::PREFIX
        ))
    })
}

/// The findings, for people.
#[must_use]
pub fn text(report: &Report) -> String {
    let mut lines = Vec::new();
    for one in &report.organizations {
        let (seq, hash) = (one.head.seq, hex(&one.head.hash));
        let rows: i64 = one.invariants.iter().map(|invariant| invariant.checked).sum();
        let word = if one.invariants.iter().all(Invariant::holds) { "ok" } else { "DIFFERS" };
        lines.push(format!("{word}: {} to fact {seq}, {rows} facts and rows checked, hash {hash}", one.organization));
        one.invariants.iter().for_each(|invariant| spell_out(&mut lines, invariant));
    }
    report.storage.iter().chain(&report.readable).for_each(|invariant| spell_out(&mut lines, invariant));
    lines.push(if report.holds() {
        format!("ok: all invariants hold in {}", counted(report.organizations.len(), "organization", "organizations"))
    } else if report.storage.iter().all(Invariant::holds) {
        "differences were found: keep this database as it is, and compare it with a backup before you rebuild"
            .to_owned()
    } else {
        DAMAGED.to_owned()
    });
    lines.join("\n")
}

fn spell_out(lines: &mut Vec<String>, invariant: &Invariant) {
    if invariant.holds() {
        return;
    }
    lines.push(format!("  {}: {} found", invariant.name, invariant.found));
    lines.extend(invariant.differences.iter().map(|sentence| format!("    {sentence}")));
}

/// The findings, for scripts.
#[must_use]
pub fn to_json(report: &Report) -> Value {
    json!({
        "ok": report.holds(),
        "storage": report.storage.as_ref().map(invariant_json),
        "readable": report.readable.iter().map(invariant_json).collect::<Vec<_>>(),
        "organizations": report.organizations.iter().map(organization_json).collect::<Vec<_>>(),
    })
}

fn organization_json(one: &Verified) -> Value {
    json!({
        "organizationId": one.organization.to_string(),
        "ok": one.invariants.iter().all(Invariant::holds),
        "seq": one.head.seq,
        "hash": hex(&one.head.hash),
        "entrySequence": one.head.entry_sequence,
        "invariants": one.invariants.iter().map(invariant_json).collect::<Vec<_>>(),
    })
}

fn invariant_json(invariant: &Invariant) -> Value {
    json!({
        "name": invariant.name,
        "holds": invariant.holds(),
        "checked": invariant.checked,
        "found": invariant.found,
        "differences": invariant.differences,
    })
}
