//! Operational tables, on both databases: each conditional statement succeeds exactly when it may.

use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId};
use store::operational::console_sessions::{self, ConsoleSession};
use store::operational::login_memberships::Origin;
use store::operational::logins::{self, Login, LoginStatus};
use store::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};
use store::operational::refresh_families::{self, Presented, RefreshFamily, Rotation};
use store::operational::security_events::{self, OF_THE_OPERATOR, SecurityEvent, SecurityEventKind, Wanted};
use store::operational::service_account_secrets::{self, ServiceAccountSecret};
use store::operational::sign_ins::{self, Running, SignInKind};
use store::operational::signing_keys::{self, SigningKey};
use store::operational::{instance, login_memberships, login_throttles, receipts, setup_codes};
use store::{Database, Fault};

use crate::books::{self, Commit, ORGANIZATION, OTHER};
use crate::place::on_both;

on_both! {
    an_instance_is_made_once = super::an_instance_is_made_once;
    organizations_are_listed_and_move_between_statuses = super::organizations_are_listed_and_move_between_statuses;
    a_login_is_found_by_name_and_changed = super::a_login_is_found_by_name_and_changed;
    a_refresh_token_rotates_and_an_old_one_revokes = super::a_refresh_token_rotates_and_an_old_one_revokes;
    sessions_end = super::sessions_end;
    secrets_are_revoked_once = super::secrets_are_revoked_once;
    secrets_end_at_the_earliest_end_that_they_were_given = super::secrets_end_at_the_earliest_end_that_they_were_given;
    keys_retire = super::keys_retire;
    throttles_and_set_up_codes_count = super::throttles_and_set_up_codes_count;
    failures_of_a_network_fade_one_by_one = super::failures_of_a_network_fade_one_by_one;
    security_events_are_counted_listed_and_bounded = super::security_events_are_counted_listed_and_bounded;
    old_receipts_go = super::old_receipts_go;
}

const ANNA: PrincipalId = PrincipalId([21; 16]);

fn at(second: i64) -> Instant {
    Instant(1_000_000_000_000 + second * 1_000_000)
}

async fn an_instance_is_made_once(database: &Database) {
    assert_eq!(instance::get(&mut database.snapshot().await.unwrap()).await.unwrap(), None);
    let made = instance::make(database, [1; 16], 1, at(0)).await.unwrap();
    assert_eq!(instance::make(database, [2; 16], 1, at(5)).await.unwrap(), made);
    instance::begin_epoch(database).await.unwrap();
    let found = instance::get(&mut database.snapshot().await.unwrap()).await.unwrap().unwrap();
    assert_eq!((found.id, found.feed_epoch, found.is_paused), ([1; 16], 2, true));
    instance::set_paused(database, false).await.unwrap();
    assert!(!instance::get(&mut database.snapshot().await.unwrap()).await.unwrap().unwrap().is_paused);
}

async fn organizations_are_listed_and_move_between_statuses(database: &Database) {
    use OrganizationStatus::{Active, Disabled, Importing};
    let row = |id: OrganizationId, status| ListedOrganization {
        organization_id: id,
        status,
        created_at: at(0),
        founded_by: None,
    };
    assert!(organizations_list::add(database, &row(ORGANIZATION, Importing)).await.unwrap());
    assert!(organizations_list::add(database, &row(OTHER, Active)).await.unwrap());
    assert!(!organizations_list::add(database, &row(OTHER, Active)).await.unwrap());
    assert!(organizations_list::set_status(database, ORGANIZATION, Importing, Active).await.unwrap());
    assert!(!organizations_list::set_status(database, ORGANIZATION, Importing, Disabled).await.unwrap());
    login_memberships::add(database, ANNA, ORGANIZATION, Origin::Created).await.unwrap();
    login_memberships::add(database, ANNA, ORGANIZATION, Origin::Joined).await.unwrap();
    login_memberships::add(database, ANNA, OTHER, Origin::Joined).await.unwrap();
    login_memberships::remove(database, ANNA, OTHER).await.unwrap();

    let mut snapshot = database.snapshot().await.unwrap();
    assert_eq!(organizations_list::all(&mut snapshot).await.unwrap(), [row(ORGANIZATION, Active), row(OTHER, Active)]);
    assert_eq!(organizations_list::get(&mut snapshot, OTHER).await.unwrap(), Some(row(OTHER, Active)));
    let enterable = login_memberships::organizations(&mut snapshot, ANNA).await.unwrap();
    assert_eq!(enterable.len(), 1);
    assert_eq!(enterable[0].origin, Origin::Created, "the first origin stays");
    assert_eq!((enterable[0].organization_id, enterable[0].status, &enterable[0].name), (ORGANIZATION, Active, &None));
}

async fn a_login_is_found_by_name_and_changed(database: &Database) {
    let anna = Login {
        principal_id: ANNA,
        username: "anna".to_owned(),
        display_name: "Anna Ö".to_owned(),
        password_hash: "$argon2id$…".to_owned(),
        status: LoginStatus::Active,
        must_change: true,
        has_own_password: false,
        not_before: at(0),
        created_at: at(0),
        updated_at: at(0),
    };
    assert!(!logins::any(&mut database.snapshot().await.unwrap()).await.unwrap());
    assert!(logins::add(database, &anna).await.unwrap());
    assert!(!logins::add(database, &Login { principal_id: PrincipalId([22; 16]), ..anna.clone() }).await.unwrap());
    let upper = Login { principal_id: PrincipalId([22; 16]), username: "Bert".to_owned(), ..anna.clone() };
    assert!(matches!(logins::add(database, &upper).await, Err(Fault::Constraint(_))));
    assert!(logins::set_password(database, ANNA, "newer", false, true, at(1)).await.unwrap());
    let seen = logins::by_principal(&mut database.snapshot().await.unwrap(), ANNA).await.unwrap().unwrap();
    assert!(logins::touch_own(database, ANNA, at(2)).await.unwrap());
    assert!(!logins::reset_password(database, &seen, "chosen", true, at(2)).await.unwrap());
    let seen = logins::by_principal(&mut database.snapshot().await.unwrap(), ANNA).await.unwrap().unwrap();
    assert!(logins::reset_password(database, &seen, "chosen", true, at(3)).await.unwrap());
    assert!(!logins::touch_own(database, ANNA, at(4)).await.unwrap());
    assert!(logins::set_password(database, ANNA, "newer", false, true, at(1)).await.unwrap());
    assert!(logins::hash_anew(database, ANNA, "newer", "new", at(1)).await.unwrap());
    assert!(!logins::hash_anew(database, ANNA, "newer", "newest", at(1)).await.unwrap());
    assert!(logins::set_status(database, ANNA, LoginStatus::Disabled, at(2)).await.unwrap());
    assert!(logins::set_display_name(database, ANNA, "A", at(3)).await.unwrap());
    assert!(!logins::set_status(database, PrincipalId([99; 16]), LoginStatus::Disabled, at(2)).await.unwrap());
    let now = Login {
        display_name: "A".to_owned(),
        password_hash: "new".to_owned(),
        status: LoginStatus::Disabled,
        must_change: false,
        has_own_password: true,
        not_before: at(2),
        updated_at: at(3),
        ..anna
    };
    let mut snapshot = database.snapshot().await.unwrap();
    assert!(logins::any(&mut snapshot).await.unwrap());
    assert_eq!(logins::by_username(&mut snapshot, "ANNA").await.unwrap(), Some(now.clone()));
    assert_eq!(logins::by_principal(&mut snapshot, ANNA).await.unwrap(), Some(now.clone()));
    assert_eq!(logins::page(&mut snapshot, "", 10).await.unwrap(), std::slice::from_ref(&now));
    assert_eq!(logins::page(&mut snapshot, "anna", 10).await.unwrap(), []);
    let kate = Login { principal_id: PrincipalId([23; 16]), username: "kate".to_owned(), ..now };
    assert!(logins::add(database, &kate).await.unwrap());
    let sign_for_kelvin = logins::by_username(&mut database.snapshot().await.unwrap(), "\u{212a}ate").await.unwrap();
    assert_eq!(sign_for_kelvin, None);
}

fn family(id: u8, hash: u8) -> RefreshFamily {
    RefreshFamily {
        family_id: [id; 16],
        principal_id: ANNA,
        organization_id: None,
        scope: None,
        salt: [9; 32],
        current_hash: [hash; 32],
        previous_hash: None,
        previous_valid_until: None,
        expires_at: at(1_000),
        revoked_at: None,
        created_at: at(0),
        last_used_at: at(0),
    }
}

async fn a_refresh_token_rotates_and_an_old_one_revokes(database: &Database) {
    let present = async |id: u8, hash: u8, next: u8, now: i64| {
        let presented = Presented {
            family_id: [id; 16],
            hash: [hash; 32],
            next_hash: [next; 32],
            at: at(now),
            grace_until: at(now + 30),
            expires_at: at(now + 1_000),
        };
        match refresh_families::rotate(database, &presented).await.unwrap() {
            Rotation::Rotated(family) => format!("rotated to {}", family.current_hash[0]),
            Rotation::Reused => "reused".to_owned(),
            Rotation::Refused => "refused".to_owned(),
        }
    };
    refresh_families::add(database, &family(1, 10)).await.unwrap();
    assert_eq!(present(1, 10, 11, 1).await, "rotated to 11");
    assert_eq!(present(1, 10, 11, 20).await, "rotated to 11", "the predecessor, again, within 30 s");
    assert_eq!(present(1, 10, 11, 21).await, "rotated to 11", "as often as it comes");
    assert_eq!(present(1, 11, 12, 22).await, "rotated to 12");
    assert_eq!(present(1, 10, 11, 23).await, "reused", "the one before the last");
    assert_eq!(present(1, 12, 13, 24).await, "refused", "the family is revoked");

    refresh_families::add(database, &family(2, 10)).await.unwrap();
    assert_eq!(present(2, 10, 11, 1).await, "rotated to 11");
    assert_eq!(present(2, 10, 11, 32).await, "reused", "the predecessor after 30 s");
    assert_eq!(present(3, 10, 12, 32).await, "refused", "unknown");
    refresh_families::add(database, &family(4, 10)).await.unwrap();
    assert_eq!(present(4, 10, 12, 1_001).await, "refused", "expired");

    refresh_families::add(database, &family(5, 10)).await.unwrap();
    refresh_families::revoke(database, [5; 16], [99; 32], at(1)).await.unwrap();
    assert_eq!(present(5, 10, 11, 2).await, "rotated to 11", "only who holds a token revokes it");
    refresh_families::revoke(database, [5; 16], [11; 32], at(3)).await.unwrap();
    let found = refresh_families::get(&mut database.snapshot().await.unwrap(), [5; 16]).await.unwrap().unwrap();
    assert_eq!(found.revoked_at, Some(at(3)));
    refresh_families::revoke_all(database, ANNA, at(4)).await.unwrap();
    refresh_families::revoke_everyone(database, at(4)).await.unwrap();
    assert_eq!(refresh_families::purge(database, at(2_000)).await.unwrap(), 4);
}

async fn sessions_end(database: &Database) {
    let session = |hash: u8| ConsoleSession {
        session_hash: [hash; 32],
        session_id: [hash; 16],
        principal_id: ANNA,
        organization_id: Some(ORGANIZATION),
        entered_at: at(0),
        expires_at: at(10),
        created_at: at(0),
        last_used_at: at(0),
    };
    for hash in 1..=4 {
        console_sessions::add(database, &session(hash)).await.unwrap();
    }
    let get = async |hash: u8, now: i64| {
        console_sessions::get(&mut database.snapshot().await.unwrap(), [hash; 32], at(now), at(now - 6)).await.unwrap()
    };
    assert_eq!(get(1, 5).await, Some(session(1)));
    assert_eq!(get(1, 6).await, None, "unused for six seconds");
    console_sessions::touch(database, [1; 32], at(5), at(4)).await.unwrap();
    console_sessions::touch(database, [1; 32], at(6), at(4)).await.unwrap();
    assert_eq!(get(1, 9).await, Some(ConsoleSession { last_used_at: at(5), ..session(1) }));
    assert_eq!(get(1, 10).await, None);
    let elsewhere = OrganizationId([9; 16]);
    assert!(console_sessions::enter(database, [1; 32], elsewhere, at(7)).await.unwrap());
    let entered = get(1, 9).await.unwrap();
    assert_eq!((entered.organization_id, entered.entered_at, entered.created_at), (Some(elsewhere), at(7), at(0)));
    console_sessions::end(database, [1; 32]).await.unwrap();
    assert_eq!(get(1, 5).await, None);
    assert!(!console_sessions::enter(database, [1; 32], elsewhere, at(8)).await.unwrap(), "it has ended");
    assert_eq!(console_sessions::purge(database, at(5), at(-1)).await.unwrap(), 0);
    assert_eq!(console_sessions::purge(database, at(5), at(1)).await.unwrap(), 3);
    console_sessions::add(database, &session(2)).await.unwrap();
    let listed = async |before: Option<(Instant, [u8; 16])>| {
        let running = Running { at: at(9), idle_before: at(-1) };
        let mut snapshot = database.snapshot().await.unwrap();
        let found = sign_ins::of_principal(&mut snapshot, ANNA, running, before, 2).await.unwrap();
        found.into_iter().map(|one| (one.kind, one.id[0])).collect::<Vec<_>>()
    };
    refresh_families::add(database, &RefreshFamily { expires_at: at(10), ..family(7, 10) }).await.unwrap();
    refresh_families::add(database, &RefreshFamily { expires_at: at(9), ..family(8, 10) }).await.unwrap();
    assert_eq!(listed(None).await, [(SignInKind::Token, 7), (SignInKind::Console, 2)]);
    assert_eq!(listed(Some((at(0), [7; 16]))).await, [(SignInKind::Console, 2)]);
    assert!(!refresh_families::revoke_own(database, PrincipalId([22; 16]), [7; 16], at(5)).await.unwrap());
    assert!(refresh_families::revoke_own(database, ANNA, [7; 16], at(5)).await.unwrap());
    assert!(!refresh_families::revoke_own(database, ANNA, [7; 16], at(5)).await.unwrap());
    assert_eq!(listed(None).await, [(SignInKind::Console, 2)]);
    assert!(!console_sessions::end_own(database, PrincipalId([22; 16]), [2; 16]).await.unwrap());
    assert!(console_sessions::end_own(database, ANNA, [2; 16]).await.unwrap());
    assert!(!console_sessions::end_own(database, ANNA, [2; 16]).await.unwrap());
    console_sessions::add(database, &session(2)).await.unwrap();
    console_sessions::end_all(database, ANNA).await.unwrap();
    console_sessions::end_everyone(database).await.unwrap();
    assert_eq!(get(2, 5).await, None);
}

async fn secrets_are_revoked_once(database: &Database) {
    let secret = ServiceAccountSecret {
        client_id: "sa_1".to_owned(),
        principal_id: ANNA,
        organization_id: ORGANIZATION,
        secret_sha256: [1; 32],
        is_revoked: false,
        created_at: at(0),
        last_used_at: None,
        expires_at: None,
    };
    assert!(service_account_secrets::add(database, &secret).await.unwrap());
    assert!(!service_account_secrets::add(database, &secret).await.unwrap());
    for second in [1, 2, 3_700] {
        service_account_secrets::note_use(database, "sa_1", at(second)).await.unwrap();
    }
    assert!(!service_account_secrets::revoke(database, OTHER, "sa_1").await.unwrap());
    assert!(service_account_secrets::revoke(database, ORGANIZATION, "sa_1").await.unwrap());
    assert!(!service_account_secrets::revoke(database, ORGANIZATION, "sa_1").await.unwrap());
    let now = ServiceAccountSecret { is_revoked: true, last_used_at: Some(at(3_700)), ..secret.clone() };
    let mut snapshot = database.snapshot().await.unwrap();
    assert_eq!(service_account_secrets::by_client(&mut snapshot, "sa_1").await.unwrap(), Some(now.clone()));
    assert_eq!(service_account_secrets::of_principal(&mut snapshot, ORGANIZATION, ANNA).await.unwrap(), [now]);
}

async fn secrets_end_at_the_earliest_end_that_they_were_given(database: &Database) {
    let secret = ServiceAccountSecret {
        client_id: "sa_2".to_owned(),
        principal_id: PrincipalId([22; 16]),
        organization_id: ORGANIZATION,
        secret_sha256: [1; 32],
        is_revoked: false,
        created_at: at(0),
        last_used_at: None,
        expires_at: None,
    };
    assert!(service_account_secrets::add(database, &secret).await.unwrap());
    assert_eq!(service_account_secrets::revoke_expired(database, at(9_999)).await.unwrap(), []);
    for (organization, end) in [(OTHER, 1), (ORGANIZATION, 60), (ORGANIZATION, 30), (ORGANIZATION, 90)] {
        service_account_secrets::expire(database, organization, "sa_2", at(end)).await.unwrap();
    }
    let found = service_account_secrets::by_client(&mut database.snapshot().await.unwrap(), "sa_2").await.unwrap();
    let found = found.unwrap();
    assert_eq!(found.expires_at, Some(at(30)));
    assert!(found.works(at(29)) && !found.works(at(30)));
    assert_eq!(service_account_secrets::revoke_expired(database, at(29)).await.unwrap(), []);
    let gone = ServiceAccountSecret { is_revoked: true, ..found };
    assert!(!gone.works(at(0)));
    assert_eq!(service_account_secrets::revoke_expired(database, at(30)).await.unwrap(), [gone]);
    assert_eq!(service_account_secrets::revoke_expired(database, at(30)).await.unwrap(), []);
}

async fn keys_retire(database: &Database) {
    let key = |kid: &str, second| SigningKey {
        kid: kid.to_owned(),
        private_key: vec![1, 2, 3],
        created_at: at(second),
        retires_at: None,
    };
    assert!(signing_keys::add(database, &key("b", 1)).await.unwrap());
    assert!(signing_keys::add(database, &key("a", 2)).await.unwrap());
    assert!(!signing_keys::add(database, &key("a", 3)).await.unwrap());
    assert!(signing_keys::retire(database, "b", at(9)).await.unwrap());
    assert!(!signing_keys::retire(database, "b", at(10)).await.unwrap());
    let names = async || -> Vec<String> {
        let keys = signing_keys::all(&mut database.snapshot().await.unwrap()).await.unwrap();
        keys.into_iter().map(|key| key.kid).collect()
    };
    assert_eq!(names().await, ["b", "a"]);
    assert_eq!(signing_keys::purge(database, at(10)).await.unwrap(), 1);
    assert_eq!(names().await, ["a"]);
}

async fn throttles_and_set_up_codes_count(database: &Database) {
    let fail = async |second: i64| {
        login_throttles::note_failure(database, "anna|::1", at(second), at(second - 3_600)).await.unwrap()
    };
    for count in 1..=3 {
        assert_eq!(fail(count).await, count);
    }
    let found = login_throttles::get(&mut database.snapshot().await.unwrap(), "anna|::1").await.unwrap().unwrap();
    assert_eq!((found.failures, found.last_failure_at), (3, at(3)));
    login_throttles::clear(database, "anna|::1").await.unwrap();
    assert_eq!(fail(9).await, 1);
    assert_eq!(fail(10).await, 2);
    assert_eq!(fail(3_611).await, 1, "what lies more than an hour back is forgotten");
    assert_eq!(login_throttles::purge(database, at(3_612)).await.unwrap(), 1);

    setup_codes::add(database, [1; 32], at(0), at(10)).await.unwrap();
    assert!(!setup_codes::redeem(database, [2; 32], at(1)).await.unwrap());
    assert!(!setup_codes::redeem(database, [1; 32], at(10)).await.unwrap());
    setup_codes::add(database, [3; 32], at(0), at(10)).await.unwrap();
    assert!(setup_codes::redeem(database, [1; 32], at(9)).await.unwrap());
    for used in [[1; 32], [3; 32]] {
        assert!(!setup_codes::redeem(database, used, at(9)).await.unwrap());
    }
    setup_codes::clear(database).await.unwrap();
}

async fn failures_of_a_network_fade_one_by_one(database: &Database) {
    let failures =
        async || login_throttles::get(&mut database.snapshot().await.unwrap(), "net").await.unwrap().unwrap().failures;
    for (second, count) in [(0, 1), (0, 2), (1, 3), (20, 4), (40, 4), (41, 5), (95, 4), (94, 5), (1_000, 1)] {
        login_throttles::note_fading_failure(database, "net", at(second), 20_000_000).await.unwrap();
        assert_eq!(failures().await, count, "at {second}");
    }
}

async fn security_events_are_counted_listed_and_bounded(database: &Database) {
    let event = |organization, id: u8, kind, second| SecurityEvent {
        organization_id: organization,
        id: [id; 16],
        kind,
        at: at(second),
        last_at: at(second),
        count: 1,
        principal_id: (organization != OF_THE_OPERATOR).then_some(ANNA),
        actor_id: None,
        address: Some("203.0.113.7".to_owned()),
        subject: None,
    };
    let failed = SecurityEventKind::UserSignInFailed;
    for second in [1, 2] {
        security_events::add(database, &[event(ORGANIZATION, 1, failed, second)]).await.unwrap();
    }
    let signed_in = event(ORGANIZATION, 2, SecurityEventKind::UserSignedIn, 3);
    let of_nobody = (1..=5).map(|id| event(OF_THE_OPERATOR, id, failed, 10));
    let together: Vec<_> = of_nobody.chain([signed_in]).collect();
    security_events::add(database, &together).await.unwrap();
    let listed = async |organization, wanted| {
        let mut snapshot = database.snapshot().await.unwrap();
        let found = security_events::newest(&mut snapshot, organization, wanted, 10).await.unwrap();
        found.into_iter().map(|event| (event.id[0], event.count)).collect::<Vec<_>>()
    };
    assert_eq!(listed(ORGANIZATION, Wanted::default()).await, [(2, 1), (1, 2)]);
    assert_eq!(listed(ORGANIZATION, Wanted { kind: Some(failed), ..Wanted::default() }).await, [(1, 2)]);
    assert_eq!(listed(ORGANIZATION, Wanted { before: Some([2; 16]), ..Wanted::default() }).await, [(1, 2)]);
    assert_eq!(listed(ORGANIZATION, Wanted { principal: Some(ANNA), ..Wanted::default() }).await.len(), 2);
    assert_eq!(listed(OTHER, Wanted::default()).await, []);
    assert_eq!(security_events::purge(database, at(5), at(0), 3).await.unwrap(), 3);
    assert_eq!(listed(ORGANIZATION, Wanted::default()).await, [(2, 1)]);
    assert_eq!(listed(OF_THE_OPERATOR, Wanted::default()).await, [(5, 1), (4, 1), (3, 1)]);
    assert_eq!(security_events::purge(database, at(5), at(5), 3).await.unwrap(), 1);
}

async fn old_receipts_go(database: &Database) {
    let written: Vec<_> = (1..=5).map(books::receipt).collect();
    Commit::default().insert(&[books::head(0)]).insert(&written).on(database, ORGANIZATION).await.unwrap();
    assert_eq!(receipts::purge(database, ORGANIZATION, books::AT, 10).await.unwrap(), 0);
    assert_eq!(receipts::purge(database, ORGANIZATION, Instant(books::AT.0 + 1), 3).await.unwrap(), 3);
    assert_eq!(receipts::purge(database, OTHER, Instant(books::AT.0 + 1), 3).await.unwrap(), 0);
    assert_eq!(receipts::purge(database, ORGANIZATION, Instant(books::AT.0 + 1), 3).await.unwrap(), 2);
}
