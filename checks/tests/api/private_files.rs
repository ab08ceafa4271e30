//! Files that the program writes are its owner's alone, for any umask and any folder.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use checks::folder::Folder;
use checks::program::{Place, binary, command, run};

const PASSWORD: &str = "seven green umbrellas";

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect()
}

/// A command as the last words of a line of a shell.
fn by_shell(folder: &Path, line: &str, arguments: &[&str]) -> Output {
    let told = command(Place { folder, database_url: None });
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).arg(binary()).args(arguments);
    for (name, value) in told.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.output().unwrap()
}

fn without_umask(folder: &Path, arguments: &[&str]) {
    let ran = by_shell(folder, "umask 000; exec \"$0\" \"$@\"", arguments);
    assert!(ran.status.success(), "{arguments:?}: {ran:?}");
}

fn init(folder: &Path, password_file: &Path) {
    fs::write(password_file, PASSWORD).unwrap();
    without_umask(
        folder,
        &[
            "init",
            "--organization",
            "Ada & Co",
            "--currency",
            "EUR",
            "--timezone",
            "UTC",
            "--username",
            "ada",
            "--password-file",
            password_file.to_str().unwrap(),
        ],
    );
}

#[test]
fn every_file_of_the_data_folder_is_its_owners_alone_whatever_the_umask_and_the_folders_mode() {
    let (folder, beside) = (Folder::new(), Folder::new());
    set_mode(folder.path(), 0o755);
    init(folder.path(), &beside.path().join("password"));
    let check = |folder: &Path| {
        let found = files(folder);
        assert!(found.iter().any(|path| path.ends_with("countinghouse.db")), "{found:?}");
        for path in found {
            assert_eq!(mode(&path) & 0o077, 0, "{} has mode {:03o}", path.display(), mode(&path));
        }
    };
    check(folder.path());

    // A file that an earlier version left open to others is closed by the next start.
    set_mode(&folder.path().join("countinghouse.db"), 0o644);
    without_umask(folder.path(), &["migrate"]);
    check(folder.path());

    let copies = beside.path().join("copies");
    without_umask(folder.path(), &["backup", copies.to_str().unwrap()]);
    assert_eq!(mode(&copies), 0o700);
    check(&copies);
    // A copy that became readable on its way is closed again where it is restored.
    let copy = copies.join("countinghouse.db");
    set_mode(&copy, 0o644);
    let restored = beside.path().join("restored");
    without_umask(&restored, &["restore", copies.to_str().unwrap()]);
    assert_eq!(mode(&restored), 0o700);
    check(&restored);

    let log = beside.path().join("books.log");
    without_umask(folder.path(), &["export", "--format", "log", "--out", log.to_str().unwrap()]);
    assert_eq!(mode(&log), 0o600);
}

#[test]
fn a_copy_is_its_owners_alone_while_it_is_being_restored() {
    let (folder, restored, beside) = (Folder::new(), Folder::new(), Folder::new());
    init(folder.path(), &beside.path().join("password"));
    let (copies, slow) = (beside.path().join("copies"), beside.path().join("slow"));
    without_umask(folder.path(), &["backup", copies.to_str().unwrap()]);
    // The same copy through a pipe, which hands over as much as we want.
    fs::create_dir(&slow).unwrap();
    let (whole, pipe) = (fs::read(copies.join("countinghouse.db")).unwrap(), slow.join("countinghouse.db"));
    let manifest = "countinghouse.db.manifest.json";
    fs::copy(copies.join(manifest), slow.join(manifest)).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    set_mode(restored.path(), 0o755);
    std::thread::scope(|threads| {
        let restoring = threads
            .spawn(|| by_shell(restored.path(), "umask 000; exec \"$0\" \"$@\"", &["restore", slow.to_str().unwrap()]));
        let mut into = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
        // More than a pipe holds: the program has begun to write when all of it is taken.
        into.write_all(&whole[..200_000]).unwrap();
        assert_eq!(files(restored.path()).iter().map(|path| mode(path)).collect::<Vec<_>>(), [0o600]);
        into.write_all(&whole[200_000..]).unwrap();
        drop(into);
        let ran = restoring.join().unwrap();
        assert!(ran.status.success(), "{ran:?}");
    });
}

#[test]
fn a_folder_that_others_enter_is_told_of_and_one_that_everybody_writes_to_is_refused() {
    let (folder, beside) = (Folder::new(), Folder::new());
    init(folder.path(), &beside.path().join("password"));
    let typed = |arguments: &[&str]| run(Place { folder: folder.path(), database_url: None }, &[], arguments, "");
    let checked = || typed(&["config", "check"]);
    set_mode(folder.path(), 0o700);
    assert!(!checked().done().out.contains("has access to it"));
    set_mode(folder.path(), 0o750);
    assert!(checked().done().out.contains("can enter the data folder"), "{:?}", checked());
    assert!(typed(&["migrate"]).done().err.contains("chmod 700") || typed(&["migrate"]).out.contains("chmod 700"));
    set_mode(&folder.path().join("countinghouse.db"), 0o640);
    assert!(checked().done().out.contains("replaces the keys"), "{:?}", checked());
    set_mode(folder.path(), 0o777);
    for arguments in [["config", "check"].as_slice(), &["migrate"], &["serve", "--listen", "127.0.0.1:0"]] {
        typed(arguments).failed(2, "everybody on this machine can write to the data folder");
    }
    let target = beside.path().join("open");
    fs::create_dir(&target).unwrap();
    set_mode(&target, 0o777);
    set_mode(folder.path(), 0o700);
    let copies = beside.path().join("copies");
    typed(&["backup", copies.to_str().unwrap()]).done();
    run(Place { folder: &target, database_url: None }, &[], &["restore", copies.to_str().unwrap()], "")
        .failed(1, "everybody on this machine can write to the data folder");
}

#[test]
fn a_full_device_fails_the_command_and_stays_a_device_and_a_reader_who_leaves_fails_nothing() {
    let (folder, beside) = (Folder::new(), Folder::new());
    init(folder.path(), &beside.path().join("password"));
    let full = Path::new("/dev/full");
    for arguments in [
        ["openapi"].as_slice(),
        &["completions", "bash"],
        &["config", "check"],
        &["verify"],
        &["token", "--user", "ada"],
        &["export", "--format", "log"],
        &["export", "--format", "hledger"],
        &["report", "trial-balance"],
    ] {
        let to_full = by_shell(folder.path(), "exec >/dev/full; \"$0\" \"$@\"", arguments);
        assert_eq!(to_full.status.code(), Some(1), "{arguments:?}: {to_full:?}");
        assert!(String::from_utf8_lossy(&to_full.stderr).contains("written"), "{arguments:?}: {to_full:?}");
    }
    for arguments in [["openapi", "--out"].as_slice(), &["export", "--format", "log", "--out"]] {
        let arguments = [arguments, &["/dev/full"]].concat();
        let ran = run(Place { folder: folder.path(), database_url: None }, &[], &arguments, "");
        ran.failed(1, "written");
        assert!(fs::metadata(full).unwrap().file_type().is_char_device());
    }
    // The reader takes one byte and leaves.
    let status = beside.path().join("status");
    let left = format!("{{ \"$0\" \"$@\"; echo $? >{}; }} | head -c 1; :", status.display());
    let script = by_shell(folder.path(), &left, &["openapi"]);
    assert!(script.stdout.starts_with(b"{"), "{script:?}");
    assert_eq!(fs::read_to_string(&status).unwrap().trim(), "0", "{script:?}");
}

#[test]
fn what_is_open_already_is_written_behind_what_stands_there() {
    let (folder, beside) = (Folder::new(), Folder::new());
    let file = beside.path().join("all");
    for (open, name) in [(">", "/dev/stdout"), (">>", "/dev/stdout"), (">", "/dev/fd/1")] {
        fs::write(&file, "").unwrap();
        let line = format!("{{ echo before; \"$0\" \"$@\"; echo after; }} {open}{}", file.display());
        let ran = by_shell(folder.path(), &line, &["openapi", "--out", name]);
        assert!(ran.status.success(), "{ran:?}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("before\n{") && text.ends_with("}\nafter\n"), "{open} {name}: {} bytes", text.len());
    }
    let piped = by_shell(folder.path(), "\"$0\" \"$@\" | cat", &["openapi", "--out", "/dev/stdout"]);
    assert!(piped.status.success() && piped.stdout.starts_with(b"{"), "{piped:?}");
}
