//! `import items`: items from a CSV file or a spreadsheet.

use domain::value::counted;
use serde_json::{Value, json};

use super::client::ApiClient;
use super::failure::Failure;
use super::import::ImportItems;
use super::import_file;
use super::interrupt::{self, Interrupt};
use super::output::Output;
use crate::csv_file::Reading;
use crate::http::body::BODY_BYTES;
use crate::import::items;

/// Where items are sent.
const PATH: &str = "/api/v1/inventory/items/import";
/// Bytes of items in one request, well below the service's limit of a body.
const PART_BYTES: usize = BODY_BYTES / 4 * 3;

/// An item as the service takes it, and its line.
type Line = (u64, Value);

/// Reads the file; needs no service.
pub fn read(args: &ImportItems) -> Result<Reading<Value>, Failure> {
    let reading = items::read(&import_file::bytes(&args.file, &args.text)?);
    if reading.rows.is_empty() { Err(import_file::unsound(&args.file, reading.faults)) } else { Ok(reading) }
}

/// Sends the items, all checked before the first is written, and reports the result.
///
/// # Errors
/// With every fault and its line: those of the file, and the books' refusals of the rest.
pub async fn import(
    client: &ApiClient,
    reading: Reading<Value>,
    args: &ImportItems,
    output: Output,
) -> Result<(), Failure> {
    let Reading { rows: items, faults } = reading;
    let parts = parts(&items);
    let ask = async |rows: &[Line]| client.post(&format!("{PATH}?dryRun=true"), &body(rows, args), None).await;
    let interrupt = Interrupt::listen();
    let mut progress = interrupt::watched(output);
    let checking = import_file::check_parts(&args.file, faults, parts.iter().copied(), "items", ask);
    let answers = interrupt.or_stopped(checking, "nothing was imported").await??;
    let mut counts = Counts::default();
    answers.iter().for_each(|answer| counts.add(&answer["wouldReturn"]));
    let (mut verb, mut after) = ("would be created", ": a dry run, nothing was written");
    if !args.dry_run {
        counts = Counts::default();
        let mut done = 0;
        for part in &parts {
            if interrupt.came() {
                return Err(interrupt::stopped(&left(done, items.len())));
            }
            progress.at("items", done, items.len());
            let sent = client.post(PATH, &body(part, args), None).await;
            let line_of = |place: usize| part.get(place).map(|(line, _)| *line);
            let sent = sent.map_err(|error| import_file::refused(&error, "items", line_of));
            counts.add(&sent.map_err(|failure| partly(failure, part, counts))?);
            done += part.len();
        }
        progress.at("items", done, items.len());
        (verb, after) = ("created", "");
    }
    let Counts { created, updated, unchanged } = counts;
    let items = counted(created, "item", "items");
    let text = format!("{items} {verb}, {updated} changed, {unchanged} unchanged{after}");
    output.say(&text, &json!({"created": created, "updated": updated, "unchanged": unchanged}))?;
    Ok(())
}

/// What is in after Ctrl-C, and how to go on.
fn left(done: usize, all: usize) -> String {
    match done {
        0 => "nothing was imported".to_owned(),
        _ => {
            let (done, all) = (interrupt::grouped(done), interrupt::grouped(all));
            format!("{done} of {all} are in; run again with --on-existing update")
        }
    }
}

/// How many came in, differed, and were there.
#[derive(Clone, Copy, Default)]
struct Counts {
    created: i64,
    updated: i64,
    unchanged: i64,
}

impl Counts {
    fn add(&mut self, answer: &Value) {
        let number = |name: &str| answer[name].as_i64().unwrap_or_default();
        self.created += number("created");
        self.updated += number("updated");
        self.unchanged += number("unchanged");
    }
}

/// The items in requests of a size that the service takes. Each part is written as a whole or not at all.
fn parts(items: &[Line]) -> Vec<&[Line]> {
    let mut parts = Vec::new();
    let (mut begin, mut bytes) = (0, 0);
    for (place, (_, item)) in items.iter().enumerate() {
        let length = item.to_string().len() + 1;
        if place - begin == domain::value::limits::ITEMS_PER_IMPORT || (place > begin && bytes + length > PART_BYTES) {
            parts.push(&items[begin..place]);
            (begin, bytes) = (place, 0);
        }
        bytes += length;
    }
    parts.push(&items[begin..]);
    parts
}

fn body(part: &[Line], args: &ImportItems) -> Value {
    let items: Vec<&Value> = part.iter().map(|(_, item)| item).collect();
    json!({"items": items, "onExisting": args.on_existing})
}

/// Reports the rows already in the books if a later part failed after all were found sound.
fn partly(failure: Failure, part: &[Line], before: Counts) -> Failure {
    let Some((line, _)) = part.first().filter(|_| before.created + before.updated + before.unchanged > 0) else {
        return failure;
    };
    let rest = format!(
        "the items before line {line} have been imported: import the file again with --on-existing \
         update"
    );
    Failure::new(failure.exit, format!("{}\n{rest}", failure.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_says_what_is_in_and_how_to_go_on() {
        assert_eq!(left(66_000, 100_000), "66,000 of 100,000 are in; run again with --on-existing update");
        assert_eq!(left(0, 100_000), "nothing was imported");
    }

    #[test]
    fn a_long_file_goes_in_parts_that_the_service_takes() {
        let item = |name: &str| (2, json!({"sku": "A", "name": name}));
        let lengths = |items: &[Line]| parts(items).iter().map(|part| part.len()).collect::<Vec<_>>();
        assert_eq!(lengths(&vec![item("x"); 1]), [1]);
        assert_eq!(lengths(&vec![item("x"); 2_001]), [1_000, 1_000, 1]);
        assert_eq!(lengths(&vec![item(&"x".repeat(300_000)); 5]), [2, 2, 1]);
    }
}
