//! Tests of starting and stopping.

use super::*;

fn folder(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("countinghouse-run-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

async fn status(running: &Running, path: &str) -> u16 {
    reqwest::get(format!("{}{path}", running.base_url)).await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_answers_says_where_it_is_and_leaves_nothing_behind() {
    let folder = folder("answers");
    let config = Config::in_folder(&folder).unwrap();
    for _ in 0..2 {
        let running = start(&config).await.unwrap();
        for path in ["/healthz", "/readyz", "/metrics", "/openapi.json"] {
            assert_eq!(status(&running, path).await, 200, "{path}");
        }
        assert_eq!(ServerFile::address(&folder).as_deref(), Some(running.base_url.as_str()));
        running.stop().await.unwrap();
        assert!(!folder.join(server_file::NAME).exists());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_is_told_what_is_in_its_way() {
    let (one, other) = (folder("first"), folder("second"));
    let running = start(&Config::in_folder(&one).unwrap()).await.unwrap();
    let same_folder = start(&Config::in_folder(&one).unwrap()).await.err().unwrap().to_string();
    assert!(same_folder.contains(&format!("process {} already writes", std::process::id())), "{same_folder}");
    let mut config = Config::in_folder(&other).unwrap();
    config.listen = running.address.to_string();
    let same_port = start(&config).await.err().unwrap().to_string();
    assert!(same_port.contains(&config.listen) && same_port.contains("COUNTINGHOUSE_LISTEN"), "{same_port}");
    running.stop().await.unwrap();
    std::fs::remove_dir_all(&one).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bigger_body_than_configured_is_refused() {
    let folder = folder("body");
    let mut config = Config::in_folder(&folder).unwrap();
    config.body_bytes = 2_000;
    let running = start(&config).await.unwrap();
    let body = format!("{{\"code\": \"{}\"}}", "x".repeat(3_000));
    let token = crate::identity::mint(
        &running.app.auth,
        domain::value::id::PrincipalId([1; 16]),
        Some(domain::value::id::OrganizationId([1; 16])),
        60,
    )
    .unwrap();
    let request =
        reqwest::Client::new().post(format!("{}/api/v1/warehouses", running.base_url)).bearer_auth(token.token);
    let answer = request.header("content-type", "application/json").body(body).send().await.unwrap();
    assert_eq!(answer.status(), 413);
    running.stop().await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_certificate_clients_speak_tls_and_commands_find_their_own_door() {
    let (folder, certificate) = (folder("tls"), crate::http::tls::tests::Folder::fresh());
    let mut config = Config::in_folder(&folder).unwrap();
    config.tls = Some(certificate.files.clone());
    let running = start(&config).await.unwrap();
    assert!(running.base_url.starts_with("https://127.0.0.1:"), "{}", running.base_url);
    let url = format!("https://localhost:{}/readyz", running.address.port());
    let asked = async |trusted: &str| {
        let trusted = reqwest::Certificate::from_pem(trusted.as_bytes()).unwrap();
        let client = reqwest::Client::builder().tls_certs_only([trusted]).resolve("localhost", running.address);
        client.build().unwrap().get(&url).send().await.ok().map(|answer| answer.status().as_u16())
    };
    assert_eq!(asked(&certificate.made.cert.pem()).await, Some(200));
    assert_eq!(ServerFile::address(&folder).as_deref(), Some(running.local_url.as_str()));
    let local = reqwest::get(format!("{}/readyz", running.local_url)).await.unwrap();
    assert_eq!(local.status(), 200);

    let next = crate::http::tls::tests::made();
    certificate.write(&next);
    let pid = std::process::id().to_string();
    assert!(std::process::Command::new("kill").args(["-HUP", &pid]).status().unwrap().success());
    while asked(&next.cert.pem()).await != Some(200) {}
    assert_eq!(asked(&certificate.made.cert.pem()).await, None);
    running.stop().await.unwrap();

    std::fs::write(&certificate.files.key, "nonsense").unwrap();
    let refused = start(&config).await.err().unwrap().to_string();
    assert!(refused.contains("http.tls_key"), "{refused}");
    std::fs::remove_dir_all(&folder).unwrap();
}
