//! The external validators: epubcheck and Ace for EPUB, xmllint with the DTDs and jing with the schemas for
//! DAISY.
//!
//! `scripts/validators.sh` of this crate fetches them. They are searched for in `EPUBCHECK_JAR`, and
//! in the folder `validators` of `OPENSHELF_CACHE` or `~/.cache/openshelf`. Without them a test is
//! skipped and says so; where `CI` or `OPENSHELF_TEST_REQUIRE` is set it fails instead.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::unzip;

/// A validator's report on many files: problems by file name.
pub type ValidatorReport = Vec<(String, Vec<String>)>;

fn validators_folder() -> Option<PathBuf> {
    let cache = std::env::var_os("OPENSHELF_CACHE")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/openshelf")))?;
    Some(cache.join("validators"))
}

/// Returns `None` for a missing validator or program, and reports it.
///
/// # Panics
/// It is required on this machine.
pub fn report_missing<T>(what: &str) -> Option<T> {
    let message = format!(
        "SKIPPED: {what} is missing; crates/books/scripts/validators.sh fetches validators, scripts/packages.sh programs"
    );
    let required = ["CI", "OPENSHELF_TEST_REQUIRE"].into_iter().any(|name| std::env::var_os(name).is_some());
    assert!(!required, "{message}");
    eprintln!("{message}");
    None
}

/// Runs epubcheck once over many books, each a name and its bytes. Only errors are reported.
/// `None` if epubcheck is not installed.
///
/// # Panics
/// Java cannot be run, or `CI` is set and epubcheck is missing.
pub fn run_epubcheck(books: &[(String, Vec<u8>)]) -> Option<ValidatorReport> {
    let jar = std::env::var_os("EPUBCHECK_JAR").map(PathBuf::from);
    let Some(jar) =
        jar.or_else(|| Some(validators_folder()?.join("epubcheck/epubcheck.jar"))).filter(|jar| jar.exists())
    else {
        return report_missing("epubcheck");
    };
    let temporary = temporary_folder("epubcheck");
    let mut paths = Vec::new();
    for (n, (_, bytes)) in books.iter().enumerate() {
        let path = temporary.join(format!("{n}.epub"));
        std::fs::write(&path, bytes).expect("a temporary file");
        paths.push(path);
    }
    let classes = validators_folder()
        .map(|folder| folder.join("classes"))
        .filter(|classes| classes.join("Batch.class").exists());
    let text = match classes {
        Some(classes) => check_together(&jar, &classes, &paths),
        None => check_one_by_one(&jar, &paths),
    };
    std::fs::remove_dir_all(&temporary).expect("a temporary folder");
    let report = books.iter().enumerate().map(|(n, (name, _))| {
        let mine = format!("{n}.epub\t");
        (name.clone(), text.lines().filter_map(|line| line.strip_prefix(&mine)).map(str::to_owned).collect())
    });
    Some(report.collect())
}

/// Java for a program that ends within seconds: without its second compiler and its concurrent garbage
/// collector it takes half of the processor time.
fn java() -> Command {
    let mut java = Command::new("java");
    java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]);
    java
}

/// Lines `n.epub<TAB>ERROR...` of all books.
fn check_together(jar: &Path, classes: &Path, paths: &[PathBuf]) -> String {
    let mut class_path = jar.as_os_str().to_owned();
    class_path.push(":");
    class_path.push(classes);
    let output = java().arg("-cp").arg(class_path).arg("Batch").args(paths).output().expect("java");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let checked = text.lines().filter(|line| line.starts_with("checked ")).count();
    assert_eq!(checked, paths.len(), "epubcheck did not run: {}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Runs epubcheck once per book, without a Java compiler to build the runner.
fn check_one_by_one(jar: &Path, paths: &[PathBuf]) -> String {
    let mut text = String::new();
    for path in paths {
        let output = java().arg("-jar").arg(jar).arg(path).output().expect("java");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() || said.contains("ERROR") || said.contains("FATAL"), "{said}");
        for line in said.lines().filter(|line| line.starts_with("ERROR") || line.starts_with("FATAL")) {
            text.extend([name.as_str(), "\t", line, "\n"]);
        }
    }
    text
}

/// Validates the XML files of one DAISY book by their DTDs, and by the RELAX NG schemas of the standard too
/// where `OPENSHELF_DAISY_SCHEMAS` names their folder. `None` if xmllint or the DTDs are missing.
///
/// # Panics
/// `CI` is set and they are missing; the temporary folder cannot be written.
pub fn validate_daisy(book: &[u8]) -> Option<Vec<String>> {
    let temporary = temporary_folder("daisy");
    let mut files = Vec::new();
    let mut by_schema: BTreeMap<&str, Vec<PathBuf>> = BTreeMap::new();
    for (n, (name, bytes)) in unzip(book).into_iter().enumerate() {
        let path = temporary.join(&name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a temporary folder");
        std::fs::write(&path, &bytes).expect("a temporary file");
        if name.starts_with("images/") || crate::path::extension(&name) == "mp3" {
            continue;
        }
        if let Some(schema) = daisy_schema(&name) {
            let plain = temporary.join(format!("plain-{n}-{}", name.replace('/', "-")));
            write_without_doctype(&plain, &bytes);
            by_schema.entry(schema).or_default().push(plain);
        }
        files.push(name);
    }
    let mut problems = run_xmllint(&temporary, &files);
    if let (Some(problems), Some(schemas)) = (&mut problems, schema_folder()) {
        for (schema, files) in by_schema {
            problems.extend(run_jing(&schemas.join(schema), &files).unwrap_or_default());
        }
    }
    std::fs::remove_dir_all(&temporary).expect("a temporary folder");
    problems
}

/// The schema of a file that we write into DAISY 3.
fn daisy_schema(name: &str) -> Option<&'static str> {
    Some(match crate::path::extension(name).as_str() {
        "ncx" => "z39862005/ncx-2005-1.rng",
        "opf" => "oeb/oebpkg12.rng",
        "smil" => "z39862005/dtbsmil-2005-2.rng",
        "res" => "z39862005/resource-2005-1.rng",
        "xml" if name == "book.xml" => "z39862005/dtbook-2005-2.rng",
        _ => return None,
    })
}

/// Validates the XML files of one DAISY 2.02 book by the RELAX NG schemas of the standard, in the folder that
/// `OPENSHELF_DAISY_SCHEMAS` names; `None` if it is not set. Text, by well-formedness alone.
///
/// # Panics
/// The temporary folder cannot be written, jing cannot be run.
pub fn validate_daisy2(book: &[u8]) -> Option<Vec<String>> {
    let schemas = schema_folder()?.join("d202");
    let temporary = temporary_folder("daisy2");
    let mut all = [("d202ncc.rng", Vec::new()), ("d202smil.rng", Vec::new())];
    let mut problems = Vec::new();
    for (name, bytes) in unzip(book).into_iter().filter(|(name, _)| crate::path::extension(name) != "mp3") {
        let smil = name != "master.smil" && crate::path::extension(&name) == "smil";
        if !smil && name != "ncc.html" {
            continue;
        }
        let path = temporary.join(&name);
        write_without_doctype(&path, &bytes);
        all[usize::from(smil)].1.push(path);
    }
    for (schema, files) in all.iter().filter(|(_, files)| !files.is_empty()) {
        problems.extend(run_jing(&schemas.join(schema), files)?);
    }
    std::fs::remove_dir_all(&temporary).expect("a temporary folder");
    Some(problems)
}

/// The DTD would have to be there, and its defaults are attributes that the schemas do not know. Nor do they
/// know the extension for formulas: an image, which is allowed wherever a formula is, replaces each.
fn write_without_doctype(path: &Path, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let rest = text.split_once("<!DOCTYPE").and_then(|(before, rest)| {
        let subset = rest.find('[').filter(|at| rest.find('>').is_some_and(|end| *at < end));
        let end = if subset.is_some() { "]>" } else { ">" };
        Some((before, rest.split_once(end)?.1))
    });
    let mut plain =
        rest.map_or_else(|| text.clone().into_owned(), |(before, behind)| format!("{before}{behind}"));
    for namespace in
        ["m=\"http://www.w3.org/1998/Math/MathML\"", "dtbook=\"http://www.daisy.org/z3986/2005/dtbook/\""]
    {
        plain = plain.replacen(&format!(" xmlns:{namespace}"), "", 1);
    }
    let mut parts = plain.split("<m:math ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, behind) = part.split_once("</m:math>").expect("the end of a formula");
        out.extend(["<img src=\"formula.png\" alt=\"a formula\"/>", behind]);
    }
    std::fs::write(path, out).expect("a temporary file");
}

/// The folder of the schemas of the DAISY standards, if there is one.
fn schema_folder() -> Option<PathBuf> {
    std::env::var_os("OPENSHELF_DAISY_SCHEMAS").map(PathBuf::from)
}

/// Runs jing, which comes with epubcheck.
fn run_jing(schema: &Path, files: &[PathBuf]) -> Option<Vec<String>> {
    let Some(home) = validators_folder().map(|folder| folder.join("epubcheck")).filter(|home| home.exists())
    else {
        return report_missing("jing (it comes with epubcheck)");
    };
    let mut class_path = home.join("epubcheck.jar").into_os_string();
    class_path.push(":");
    class_path.push(home.join("lib/*"));
    let main = "com.thaiopensource.relaxng.util.Driver";
    let output = java().arg("-cp").arg(class_path).arg(main).arg(schema).args(files).output();
    let output = output.expect("java");
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Some(Vec::new()) } else { Some(said.lines().map(str::to_owned).collect()) }
}

/// Serious and critical violations of accessibility that Ace by DAISY finds in EPUB books: the rule and the
/// place of each. `None` if Ace is not installed.
///
/// # Panics
/// Ace fails on a book, or `CI` is set and it is missing.
pub fn run_ace(books: &[(String, Vec<u8>)]) -> Option<ValidatorReport> {
    let modules = std::env::var_os("OPENSHELF_NODE_MODULES").map(PathBuf::from);
    let modules = modules.or_else(|| Some(validators_folder()?.parent()?.join("node/node_modules")));
    let Some(modules) = modules.filter(|modules| modules.join("@daisy/ace-core").exists()) else {
        return report_missing("Ace by DAISY");
    };
    let temporary = temporary_folder("ace");
    let paths: Vec<PathBuf> = (0..books.len()).map(|n| temporary.join(format!("{n}.epub"))).collect();
    for (path, (_, bytes)) in paths.iter().zip(books) {
        std::fs::write(path, bytes).expect("a temporary file");
    }
    let output = Command::new("node")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/ace.cjs"))
        .args(&paths)
        .env("OPENSHELF_NODE_MODULES", modules)
        .env("TMPDIR", &temporary)
        .output()
        .expect("node");
    assert!(output.status.success(), "Ace: {}", String::from_utf8_lossy(&output.stderr));
    std::fs::remove_dir_all(&temporary).expect("a temporary folder");
    let found: Vec<Vec<String>> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a list of violations"))
        .collect();
    assert_eq!(found.len(), books.len(), "Ace did not look at every book");
    Some(books.iter().map(|(name, _)| name.clone()).zip(found).collect())
}

/// Runs xmllint over files of a folder, with the catalog of `XML_CATALOG_FILES` or of the cache.
/// A file whose DTD the catalog does not know is checked for well-formedness only.
///
/// # Panics
/// `CI` is set and xmllint or the catalog is missing.
pub fn run_xmllint(within: &Path, files: &[String]) -> Option<Vec<String>> {
    let catalog = std::env::var_os("XML_CATALOG_FILES").map(PathBuf::from);
    let Some(catalog) =
        catalog.or_else(|| Some(validators_folder()?.join("catalog.xml"))).filter(|file| file.exists())
    else {
        return report_missing("the catalog of DTDs");
    };
    let known = std::fs::read_to_string(&catalog).unwrap_or_default();
    let (mut valid, mut formed) = (Vec::new(), Vec::new());
    for file in files {
        let text = std::fs::read_to_string(within.join(file)).unwrap_or_default();
        let public =
            text.split_once("PUBLIC \"").and_then(|(_, rest)| rest.split_once('"')).map(|(id, _)| id);
        if public.is_some_and(|id| known.contains(id)) { valid.push(file) } else { formed.push(file) }
    }
    let mut problems = Vec::new();
    for (option, files) in [(Some("--valid"), valid), (None, formed)] {
        if files.is_empty() {
            continue;
        }
        let run = Command::new("xmllint")
            .env("XML_CATALOG_FILES", &catalog)
            .current_dir(within)
            .args(["--noout", "--nonet", "--huge"])
            .args(option)
            .args(&files)
            .output();
        let Ok(output) = run else { return report_missing("xmllint") };
        if !output.status.success() {
            problems.extend(String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned));
        }
    }
    Some(problems)
}

/// The sample books of the folder `OPENSHELF_SAMPLES`, by name. Empty, with a message, if it is not set.
///
/// # Panics
/// The folder is set and cannot be read.
pub fn sample_books() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = std::env::var_os("OPENSHELF_SAMPLES").filter(|folder| Path::new(folder).is_dir())
    else {
        eprintln!("SKIPPED: OPENSHELF_SAMPLES names no folder of books");
        return Vec::new();
    };
    let mut found: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .expect("a folder of books")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let epub = path.extension().is_some_and(|extension| extension == "epub");
            epub.then(|| {
                (
                    path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                    std::fs::read(&path).expect("a book"),
                )
            })
        })
        .collect();
    found.sort();
    found
}

/// A new folder for files of one run.
pub(super) fn temporary_folder(purpose: &str) -> PathBuf {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT_NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("openshelf-{purpose}-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}
