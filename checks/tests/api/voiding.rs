//! The void of a journal entry: the whole table of its answers.

use checks::on_both;

on_both! {
    async fn a_posted_entry_is_voided_by_a_linked_mirror_on_its_own_date(app) {
        let accountant = app.as_role("accountant");
        let id = accountant.post_entry(&app.sale("139.12")).await;
        let before = accountant.entry(&id).await;
        let answer = accountant.void(&id).await;
        answer.expect(204).empty();
        let after = accountant.entry(&id).await;
        assert_eq!(after["status"], "voided");
        for field in ["number", "date", "hash", "lines", "totalDebit", "sequence", "postedAt"] {
            assert_eq!(after[field], before[field], "{field}");
        }
        assert_eq!(answer.etag(), format!("\"{}\"", after["version"]));
        let mirror_id = after["voidedByEntryId"].as_str().unwrap();
        assert_eq!(answer.header("location"), format!("{}/api/v1/accounting/journal-entries/{mirror_id}", app.url));
        let mirror = accountant.entry(mirror_id).await;
        assert_eq!((&mirror["entryType"], &mirror["date"], &mirror["voidsEntryId"]), (&"void".into(), &before["date"], &id.clone().into()));
        for line in 0..2 {
            assert_eq!(mirror["lines"][line]["debit"], before["lines"][line]["credit"]);
            assert_eq!(mirror["lines"][line]["credit"], before["lines"][line]["debit"]);
        }
        assert_eq!(after["voidReason"], "entered twice");
    }
}
