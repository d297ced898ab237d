//! The tool on a small package of which the outcome is known.

use std::process::Command;

fn coverage(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-pullback"))
        .args(["pullback", "coverage"])
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn compare(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn every_function_of_a_package() {
    compare("package", &coverage(&["--all", "fixture"]));
}

#[test]
fn reasons_with_their_source() {
    compare("explained", &coverage(&["--explain", "fixture/src/lib.rs"]));
}

#[test]
fn the_same_for_machines() {
    let json: serde_json::Value = serde_json::from_str(&coverage(&["--format", "json", "fixture"])).unwrap();
    assert_eq!(json["totals"]["numeric"], 15);
    let lookup = &json["functions"][2];
    assert_eq!(lookup["name"], "lookup");
    assert_eq!(lookup["complete"], false);
    assert_eq!(lookup["problems"][0]["at"]["line"], 19);
    assert_eq!(lookup["problems"][0]["at"]["column"], 18);
    assert_eq!(json["functions"][4]["name"], "zeros");
    assert_eq!(json["functions"][4]["numeric"], false);
    let caller = &json["functions"][3];
    assert_eq!(caller["calls"][0]["standing"], "rejected");
    assert_eq!(caller["calls"][0]["declared"]["line"], 18);
    assert_eq!(caller["calls"][1]["standing"], "accepted");
    assert_eq!(caller["calls"][2]["standing"], "elsewhere");
}

#[test]
fn lifetimes_that_are_not_written() {
    let json: serde_json::Value = serde_json::from_str(&coverage(&["--format", "json", "lent"])).unwrap();
    let problems = |name: &str| -> Vec<(String, u64)> {
        let functions = json["functions"].as_array().unwrap();
        let function = functions.iter().find(|function| function["name"] == name).unwrap();
        let problems = function["problems"].as_array().unwrap().iter();
        problems
            .map(|problem| {
                let message = problem["message"].as_str().unwrap().to_string();
                (message, problem["at"]["line"].as_u64().unwrap())
            })
            .collect()
    };
    assert_eq!(problems("hidden"), []);
    assert_eq!(problems("written"), []);
    assert_eq!(problems("other"), []);
    assert_eq!(problems("Proxy::scaled"), []);
}

#[test]
fn a_path_that_is_not_there() {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-pullback"))
        .args(["pullback", "coverage", "no/such/path"])
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/path does not exist"));
}
