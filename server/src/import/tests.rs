//! The import against the whole service: a server in a folder of its own, spoken to over HTTP.

use std::path::PathBuf;

use domain::batch::Work;
use domain::commands::organizations::create::CreateOrganization;
use domain::value::Currency;
use domain::value::id::{OrganizationId, PrincipalId};
use serde_json::json;

use super::progress::Silent;
use super::*;
use crate::commit::{Request, Submitted};
use crate::config::Config;
use crate::identity;
use crate::run::{self, Running};

const REAL: &[u8] = include_bytes!("../../../demo/online-retail-2010-12.csv");

/// A server with an empty organization in pounds; both go with it.
pub struct Service {
    pub client: ApiClient,
    running: Option<Running>,
    folder: PathBuf,
}

impl Service {
    /// Starts it; the name tells it from those of other tests.
    pub async fn start(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("countinghouse-import-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let running = run::start(&Config::in_folder(&folder).unwrap()).await.unwrap();
        let (organization, admin) = (OrganizationId([7; 16]), PrincipalId([1; 16]));
        let command = CreateOrganization {
            name: "Import".to_owned(),
            base_currency: Currency::parse("GBP").unwrap(),
            timezone: "Europe/London".to_owned(),
            admin,
        };
        let work = Work::One(Box::new(command.into()));
        let made = running.app.committer.submit(Request::of_system(organization, admin, "test", work)).await.unwrap();
        assert!(matches!(made, Submitted::Done { .. }), "{made:?}");
        let minted = identity::mint(&running.app.auth, admin, Some(organization), 600).unwrap();
        let client = ApiClient::new(&running.base_url, &minted.token);
        Self { client, running: Some(running), folder }
    }

    /// Imports a file and moves its goods.
    pub async fn import_goods(&self, text: &str, dry_run: bool) -> Result<ImportReport, ImportError> {
        let options = Options { dry_run, goods: true, ..Options::default() };
        let file = retail::read(text.as_bytes());
        assert_eq!(file.problems, []);
        retail(&self.client, text.as_bytes(), &file, &options, &mut Silent).await
    }

    /// Imports a file, its entries alone.
    pub async fn import(&self, bytes: &[u8], dry_run: bool) -> Result<ImportReport, ImportError> {
        let options = Options { dry_run, ..Options::default() };
        retail(&self.client, bytes, &retail::read(bytes), &options, &mut Silent).await
    }

    /// All entries of the organization.
    pub async fn entries(&self) -> Vec<serde_json::Value> {
        Accounting(&self.client).list("/journal-entries?").await.unwrap()
    }

    /// Stops it in order.
    pub async fn stop(mut self) {
        if let Some(running) = self.running.take() {
            running.stop().await.unwrap();
        }
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_real_file_is_imported_once_however_often_it_is_run() {
    let service = Service::start("real").await;
    let dry = service.import(REAL, true).await.unwrap();
    assert_eq!((dry.tally.taken, dry.created.len()), (467, 5));
    assert!(service.entries().await.is_empty());

    let first = service.import(REAL, false).await.unwrap();
    assert_eq!((first.tally.taken, first.tally.already_there, first.worthless.len()), (467, 0, 45));
    let entries = service.entries().await;
    let total = |journal: &str| -> i128 {
        let own = entries.iter().filter(|entry| text(entry, "number").starts_with(journal));
        own.map(|entry| domain::value::Decimal::parse(text(entry, "totalDebit")).unwrap().unscaled).sum()
    };
    assert_eq!((entries.len(), total("SJ"), total("CN")), (467, 18_423_983, 358_058));

    let again = service.import(REAL, false).await.unwrap();
    assert_eq!((again.tally.taken, again.tally.already_there), (0, 467));
    assert_eq!(service.entries().await.len(), 467);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voided_document_is_not_posted_again_and_one_of_another_source_is_no_duplicate() {
    let service = Service::start("voided").await;
    let file = b"InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n\
        1,A,B,2,1/12/2010,1.005,7,UK\n2,A,B,1,2/12/2010,5,,\nC3,A,B,-1,2/12/2010,5,,\n";
    assert_eq!(service.import(file, false).await.unwrap().tally.taken, 3);
    let entries = service.entries().await;
    let of = |number: &str| entries.iter().find(|entry| text(entry, "externalId") == number).unwrap();
    assert_eq!(text(of("1"), "totalDebit"), "2.01");
    let api = Accounting(&service.client);
    let void = format!("/journal-entries/{}/void", text(of("2"), "id"));
    api.post(&void, &json!({"reason": "a try"}), None).await.unwrap();
    let other = json!({
        "date": "2010-12-03", "journalId": of("1")["journalId"], "externalId": "4",
        "lines": [{"accountCode": "1000", "debit": "1"}, {"accountCode": "4000", "credit": "1"}],
    });
    api.post("/journal-entries", &other, None).await.unwrap();

    let more = [&file[..], b"4,A,B,1,3/12/2010,1,,\n"].concat();
    let again = service.import(&more, false).await.unwrap();
    assert_eq!((again.tally.taken, again.tally.already_there), (1, 3));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_posted_where_the_books_refuse_one_document() {
    let service = Service::start("refused").await;
    let header = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n";
    let first = format!("{header}1,A,B,1,1/12/2010,1,,\n");
    service.import(first.as_bytes(), false).await.unwrap();
    let api = Accounting(&service.client);
    let periods = api.list("/periods?").await.unwrap();
    let january = periods.iter().find(|period| text(period, "name") == "2010-01").unwrap();
    api.post(&format!("/periods/{}/close", text(january, "id")), &json!({}), None).await.unwrap();

    let file = format!("{header}2,A,B,1,2/12/2010,1,,\n3,A,B,1,5/1/2010,1,,\n");
    let dry = service.import(file.as_bytes(), true).await.unwrap();
    assert_eq!((dry.tally.taken, dry.tally.refused.len()), (1, 1));
    let refused = service.import(file.as_bytes(), false).await.unwrap_err().to_string();
    assert!(refused.contains("line 3, document 3: "), "{refused}");
    assert_eq!(service.entries().await.len(), 1);

    let policy = json!({"name": "large", "minAmount": "100"});
    let made = api.post("/approval-policies", &policy, None).await.unwrap();
    let large = format!("{header}4,A,B,100,2/12/2010,1,,\n");
    let refused = service.import(large.as_bytes(), false).await.unwrap_err().to_string();
    assert!(refused.contains("requires approval of"), "{refused}");
    let off = json!({"isActive": false});
    service.client.put(&format!("/api/v1/accounting/approval-policies/{}", text(&made, "id")), &off).await.unwrap();
    assert_eq!(service.import(large.as_bytes(), false).await.unwrap().tally.taken, 1);

    let unmapped =
        Options { mapping: Mapping { revenue: "4999".to_owned(), ..Mapping::default() }, ..Options::default() };
    let read = retail::read(first.as_bytes());
    let error = super::retail(&service.client, first.as_bytes(), &read, &unmapped, &mut Silent).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no account 4999: create it, or choose another with --revenue");
    service.stop().await;
}
