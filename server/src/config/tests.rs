//! Tests of the configuration.

use super::*;

fn load(text: &str, variables: &[(&str, &str)], flags: &[(&'static str, String)]) -> Result<Config, Vec<String>> {
    let variables: Vec<(String, String)> =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let variable = move |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    Config::of(text, &variable, flags).map_err(|error| error.0)
}

#[test]
fn nothing_at_all_is_a_configuration() {
    let config = load("", &[], &[]).unwrap();
    assert_eq!((config.data.to_str(), config.listen.as_str()), (Some("./data"), "127.0.0.1:8080"));
    assert_eq!((config.base_url, config.database_url), (None, None));
    assert!(config.sqlite.is_synchronous && config.allows_password_grant);
    assert_eq!(config.rate.per_second, 10_000);
}

#[test]
fn a_flag_goes_before_a_variable_before_the_file() {
    let file = "listen = \"0.0.0.0:1\"\ndata = \"/file\"\nlog = \"debug\"\n[http]\nrate_per_second = 7\n";
    let variables =
        [("COUNTINGHOUSE_LISTEN", "0.0.0.0:2"), ("COUNTINGHOUSE_DATA", "/variable"), ("COUNTINGHOUSE_LOG", "")];
    let config = load(file, &variables, &[("listen", "0.0.0.0:3".to_owned())]).unwrap();
    assert_eq!(config.listen, "0.0.0.0:3");
    assert_eq!(config.data.to_str(), Some("/variable"));
    assert_eq!(config.log, "debug", "an empty variable says nothing");
    assert_eq!(config.rate.per_second, 7);
}

#[test]
fn everything_wrong_is_told_at_once_with_what_would_be_right() {
    for (text, variables, wanted) in [
        ("lissten = \"x\"", vec![], "`lissten` is not a setting, did you mean `listen`"),
        (
            "[http]\nrate_per_secnd = 1",
            vec![],
            "`http.rate_per_secnd` is not a setting, did you mean `http.rate_per_second`",
        ),
        ("[htp]\nx = 1", vec![], "`htp` is not a setting, did you mean `http`"),
        (
            "[[auth.issuers]]\nisuer = \"x\"",
            vec![],
            "`auth.issuers.isuer` is not a setting, did you mean `auth.issuers.issuer`",
        ),
        ("http = 1", vec![], "`http` must be a table"),
        ("listen = 8080", vec![], "`listen` is integer: write a text in quotes"),
        ("listen = \"8080\"", vec![], "write an address and a port, such as 127.0.0.1:8080"),
        ("base_url = \"books\"", vec![], "write an address such as https://"),
        ("log_format = \"xml\"", vec![], "write auto, json or text"),
        ("[auth]\norganization_founders = \"all\"", vec![], "write nobody, administrators or users"),
        ("log = \"server=loud\"", vec![], "`log` is `server=loud`"),
        ("[database]\nreaders = 0", vec![], "`database.readers` is 0: it must be between 1 and 256"),
        ("[http]\ncors_origins = [\"https://a.example/path\"]", vec![], "without a path"),
        ("[http]\ntls_key = \"key.pem\"", vec![], "set its file in `http.tls_certificate`"),
        ("", vec![("COUNTINGHOUSE_TLS_CERTIFICATE", "c.pem")], "set its file in `http.tls_key`"),
        ("", vec![("COUNTINGHOUSE_READERS", "many")], "COUNTINGHOUSE_READERS is `many`, which is not a whole number"),
        ("", vec![("COUNTINGHOUSE_TRUSTED_PROXIES", "10.0.0.0/8,nonsense")], "`http.trusted_proxies`"),
        ("", vec![("DATABASE_URL", "postgres://u:hunter2@h:port/db")], "DATABASE_URL is not an address of PostgreSQL"),
        ("x = 1\nhs256_secret = hunter2", vec![], "the file is not valid TOML: line 2"),
    ] {
        let faults = load(text, &variables, &[]).unwrap_err();
        assert!(faults.iter().any(|fault| fault.contains(wanted)), "{wanted}: {faults:?}");
        assert!(!faults.join("").contains("hunter2"));
    }
    assert_eq!(load("lissten = \"x\"\n[database]\nreaders = 0", &[], &[]).unwrap_err().len(), 2);
}

#[test]
fn the_issuer_of_the_guide_is_read() {
    let guide = include_str!("../../../docs/how-to/trust-a-foreign-issuer.md");
    let example = guide.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let example = example.replace("org_…", "org_00000000000000000000000001");
    let config = load(&example, &[], &[]).unwrap();
    assert_eq!(config.issuers[0].issuer, "https://login.example.com/");
}

#[test]
fn no_secret_is_shown() {
    let text = "[[auth.issuers]]\nissuer = \"i\"\naudience = \"a\"\nalgorithm = \"HS256\"\norganizations = [\"org_00000000000000000000000001\"]\n\
                hs256_secret = \"hunter2hunter2hunter2hunter2hunter2\"";
    for url in ["postgres://u:hunter2@h/db", "postgres://h/db?user=u&password=hunter2", "host=h password=hunter2"] {
        let config = load(text, &[("DATABASE_URL", url)], &[]).unwrap();
        let shown = show::as_text(&config) + &show::as_json(&config).to_string();
        assert!(!shown.contains("hunter2"), "{shown}");
        assert!(shown.contains("DATABASE_URL"));
    }
}

#[test]
fn a_variable_that_is_nearly_a_setting_is_doubted() {
    let names = ["COUNTINGHOUSE_LISTN", "COUNTINGHOUSE_BIN", "COUNTINGHOUSE_DATA", "HOME"].map(str::to_owned);
    assert_eq!(
        layers::doubtful_variables(names.into_iter()),
        ["COUNTINGHOUSE_LISTN is not a setting, did you mean COUNTINGHOUSE_LISTEN"]
    );
}

#[test]
fn the_reference_page_names_every_setting() {
    let page = include_str!("../../../docs/reference/configuration.md");
    for setting in settings::SETTINGS {
        for text in [setting.variable, setting.key] {
            assert!(page.contains(&format!("`{text}`")), "docs/reference/configuration.md does not name `{text}`");
        }
    }
}

#[test]
fn the_reference_page_says_the_default_of_every_setting() {
    let page = include_str!("../../../docs/reference/configuration.md");
    for setting in settings::SETTINGS.iter().filter(|setting| !setting.default.is_empty()) {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{}` |", setting.key)));
        let told = row.and_then(|row| row.split(" | ").nth(2)).map(|cell| cell.trim_matches('`'));
        assert_eq!(told, Some(setting.default), "docs/reference/configuration.md, {}", setting.key);
    }
}

#[test]
fn a_fault_of_the_file_that_a_variable_hides_is_told() {
    let text = "listen = \"nowhere\"";
    let hides = |name: &str| (name == "COUNTINGHOUSE_LISTEN").then(|| "127.0.0.1:8080".to_owned());
    assert!(Config::of(text, &hides, &[]).is_ok());
    let told = Config::hidden_faults(text);
    assert!(
        told.len() == 1 && told[0].contains("a variable or an option hides it") && told[0].contains("listen"),
        "{told:?}"
    );
    assert!(Config::hidden_faults("listen = \"127.0.0.1:8080\"").is_empty());
}
