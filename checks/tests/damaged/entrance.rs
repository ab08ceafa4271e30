//! Damage to rows that the service needs before it answers anybody: it names the row and the next step, and does not
//! start. Damage to rows of one sign-in hinders no other.

use std::fs;

use ::server::engine::DATABASE_FILE;
use checks::folder::Folder;
use checks::journal::Ground;
use checks::program::{Place, command, run};
use checks::{entry, server};
use serde_json::json;

use crate::loose::Loose;

const ACCEPTED: &str =
    "insert into clock_acceptances (head_at, accepted_at, reason) values (x'ff', 1, 'the clock was right')";

#[test]
fn a_service_whose_own_rows_are_damaged_does_not_start_and_says_which_and_what_to_do() {
    server::runtime().block_on(async {
        let ground = Ground::prepare(false).await;
        let sound = fs::read(ground.folder.path().join(DATABASE_FILE)).unwrap();
        for (table, sql, is_verified) in [
            ("instance", "update instance set id = x'ff'", true),
            ("instance", "update instance set feed_epoch = x'ff'", true),
            ("instance", "update instance set is_paused = 7", true),
            // There is no row to be looked at.
            ("instance", "delete from instance", false),
            (
                "signing_keys",
                "update signing_keys set private_key = substr(private_key, 1, length(private_key) - 1)",
                true,
            ),
            ("signing_keys", "update signing_keys set created_at = x'ff'", true),
            ("signing_keys", "update signing_keys set retires_at = x'ff'", true),
            ("clock_acceptances", ACCEPTED, true),
        ] {
            let copy = Folder::new();
            fs::write(copy.path().join(DATABASE_FILE), &sound).unwrap();
            Loose::open(copy.path()).run(sql);
            let place = Place { folder: copy.path(), database_url: None };
            let verified = run(place, &[], &["verify"], "");
            if is_verified {
                assert_eq!(verified.code, 7, "{sql}: {verified:?}");
                let named = verified.out.contains(&format!("readable.{table}: 1 found"));
                assert!(named && verified.out.contains("restore"), "{sql}: {verified:?}");
            }
            let served = command(place).arg("serve").env("COUNTINGHOUSE_LISTEN", "127.0.0.1:0").output().unwrap();
            let text = String::from_utf8_lossy(&served.stderr).into_owned();
            assert_eq!(served.status.code(), Some(1), "{sql}: {text}");
            assert!(text.contains(table) && text.contains("countinghouse verify"), "{sql}: {text}");
        }
    });
}

#[test]
fn a_damaged_login_is_told_to_whom_it_belongs_and_hinders_nobody_else() {
    server::runtime().block_on(async {
        let ground = Ground::prepare(false).await;
        let sound = fs::read(ground.folder.path().join(DATABASE_FILE)).unwrap();
        for becomes in ["status = x'ff'", "password_hash = 'plain'", "not_before = x'ff'", "must_change = 7"] {
            fs::write(ground.folder.path().join(DATABASE_FILE), &sound).unwrap();
            Loose::open(ground.folder.path()).run(&format!("update logins set {becomes}"));
            let mut program = ground.start().await;
            let accountant = ground.accountant(&program);
            let password = json!({"grant_type": "password", "username": "owner", "password": "correct horse battery"});
            let signed_in = accountant.with_token(None).post("/auth/token", &password).await;
            signed_in.expect(503).code("stored_data_damaged");
            accountant.post_entry(&entry(&ground.prepared.journal, "1.00")).await;
            assert!(program.terminate().await.0.success(), "{becomes}");
        }
    });
}
