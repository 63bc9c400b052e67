//! `openshelf ingest` with suppliers' records: ONIX, MARC and CSV, alone and next to books.

use std::path::Path;

use reqwest::Method;
use serde_json::Value;

use super::book::book;
use crate::each;
use crate::support::{Backend, Library, People, Program, ServedLibrary, eventually, text, write};

/// An ONIX message with these products.
pub fn message(products: &[String]) -> String {
    let head = "<Header><Sender><SenderName>Harbor Press</SenderName></Sender></Header>";
    format!(
        "<?xml version=\"1.0\"?>\n<ONIXMessage release=\"3.0\">{head}\n{}</ONIXMessage>\n",
        products.join("\n")
    )
}

/// A product by its reference, kind of notification and title; the number is its ISBN's.
pub fn product(n: usize, kind: &str, title: &str) -> String {
    format!(
        "<Product><RecordReference>org.harbor.{n}</RecordReference><NotificationType>{kind}</NotificationType>\
         <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>{}</IDValue></ProductIdentifier>\
         <DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01\
         </TitleElementLevel><TitleText>{title}</TitleText></TitleElement></TitleDetail>\
         <Contributor><ContributorRole>A01</ContributorRole><PersonName>Ada Harbor</PersonName></Contributor>\
         <Language><LanguageRole>01</LanguageRole><LanguageCode>eng</LanguageCode></Language>\
         </DescriptiveDetail></Product>",
        isbn(n)
    )
}

/// The withdrawal of a product.
pub fn withdrawal(n: usize) -> String {
    format!(
        "<Product><RecordReference>org.harbor.{n}</RecordReference><NotificationType>05</NotificationType></Product>"
    )
}

/// A valid ISBN-13.
pub fn isbn(n: usize) -> String {
    let body = format!("978{n:09}");
    let sum: u32 = body
        .chars()
        .zip([1, 3].into_iter().cycle())
        .map(|(c, weight)| c.to_digit(10).unwrap() * weight)
        .sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}

/// The results of a guest's search, by title.
async fn search(server: &ServedLibrary, people: &People, keyword: &str) -> Vec<Value> {
    let query = [("api_key", people.key.as_str()), ("keyword", keyword)];
    let reply = server.get("/v2/titles").query(&query).send().await.expect_status(200);
    reply.json["titles"].as_array().unwrap().clone()
}

/// Waits until a search finds `count` titles.
async fn wait_for_titles(server: &ServedLibrary, people: &People, keyword: &str, count: usize) -> Vec<Value> {
    eventually(&format!("{keyword} finds {count}"), async || {
        let titles = search(server, people, keyword).await;
        if titles.len() == count { Ok(titles) } else { Err(titles.len()) }
    })
    .await
}

fn rejects(dir: &Path) -> String {
    let folder = std::fs::read_dir(dir.join("ingest")).unwrap();
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    std::fs::read_to_string(files.pop().unwrap()).unwrap()
}

each! {
    async fn records_fill_the_catalog_change_it_and_withdraw_from_it(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let server = library.serve(&[], &[]).await;
        let feed = library.dir.path().join("feed.xml");
        let path = feed.display().to_string();
        let args = ["ingest", &path, "--supplier", "harbor", "--listed"];
        // A title and a text in other languages than the book.
        let whelk = product(3, "03", "Whelk").replace("<TitleText>", "<TitleText language=\"ger\">").replace(
            "</DescriptiveDetail>",
            "</DescriptiveDetail><CollateralDetail><TextContent><TextType>03</TextType>\
             <ContentAudience>00</ContentAudience><Text language=\"fre\">Le bulot.</Text></TextContent></CollateralDetail>",
        );
        write(&feed, message(&[product(1, "03", "Kelp"), product(2, "03", "Limpet"), whelk]).as_bytes());
        let out = library.command(&args);
        assert!(out.contains("Records 3: added 3, updated 0, withdrawn 0, unchanged 0, rejected 0."), "{out}");

        // Readers find them, and can have nothing.
        let kelp = wait_for_titles(&server, &people, "kelp", 1).await.remove(0);
        assert_eq!((kelp["isbn13"].as_str(), kelp["available"].as_bool()), (Some(isbn(1).as_str()), Some(false)));
        assert_eq!(kelp["authors"][0]["lastName"], "Harbor");
        assert!(kelp["links"].as_array().unwrap().iter().all(|link| link["rel"] != "download"), "{kelp}");
        let id = kelp["serviceId"].as_i64().unwrap();
        wait_for_titles(&server, &people, "harbor", 3).await;
        let whelk = wait_for_titles(&server, &people, "whelk", 1).await.remove(0);
        let page = server.get(&format!("/titles/{}", whelk["serviceId"])).send().await.expect_status(200).text();
        assert!(page.contains("<h1><bdi lang=\"de\" dir=\"ltr\">Whelk</bdi></h1>"), "{page}");
        assert!(page.contains("<div lang=\"fr\" dir=\"auto\">\n<p>Le bulot.</p>"), "{page}");

        // Again: nothing is doubled.
        let out = library.command(&args);
        assert!(out.contains("added 0, updated 0, withdrawn 0, unchanged 3"), "{out}");

        write(&feed, message(&[product(1, "03", "Kelp and Crabs"), withdrawal(2)]).as_bytes());
        let out = library.command(&args);
        assert!(out.contains("Records 2: added 0, updated 1, withdrawn 1, unchanged 0"), "{out}");
        let crabs = wait_for_titles(&server, &people, "crabs", 1).await.remove(0);
        assert_eq!(crabs["serviceId"].as_i64(), Some(id), "the same title");
        wait_for_titles(&server, &people, "limpet", 0).await;
        wait_for_titles(&server, &people, "harbor", 2).await;

        // The run is among the jobs, with its result.
        let jobs = library.command(&["jobs", "list"]);
        let line = jobs.lines().find(|line| line.contains(" ingest ")).unwrap();
        assert!(line.contains("done") && line.contains("withdrawn 1"), "{line}");
        let number = line.split_whitespace().next().unwrap();
        assert!(library.refuse(&["jobs", "retry", number]).contains("run the same command again"));
        server.program.terminate();
    }

    async fn a_title_without_its_book_is_hidden_until_the_book_comes(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let server = library.serve(&[], &[]).await;
        let folder = library.dir.path().join("delivery");
        write(&folder.join("feed.xml"), message(&[product(1, "03", "Kelp"), product(2, "03", "Limpet")]).as_bytes());
        let path = folder.display().to_string();
        let out = library.command(&["ingest", &path, "--rights", "publicDomain"]);
        assert!(out.contains("added 2") && !out.contains("failed 1"), "{out}");
        let list = library.command(&["admin", "titles", "list"]);
        assert_eq!(list.matches("publisherSubmitted").count(), 2, "{list}");
        let id = list.split_whitespace().next().unwrap().to_owned();
        let query = [("api_key", people.key.as_str())];
        server.get(&format!("/v2/titles/{id}")).query(&query).send().await.expect_error(404, "TITLE_NOT_FOUND");

        // The books come in a zip file, one named by its number, one with its package document next to it.
        let opf = format!(
            "<package xmlns='http://www.idpf.org/2007/opf' version='3.0'><metadata \
             xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>Whelk, corrected</dc:title>\
             <dc:identifier>urn:isbn:{}</dc:identifier><dc:language>fr</dc:language></metadata></package>",
            isbn(9)
        );
        let zip = books::testkit::zip_files([
            (format!("in/{}.epub", isbn(1)), book("draft of kelp")),
            ("in/whelk.epub".to_owned(), book("Whelk")),
            ("in/whelk.opf".to_owned(), opf.into_bytes()),
        ]);
        let file = library.dir.path().join("books.zip");
        write(&file, &zip);
        let out = library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain"]);
        assert!(out.contains("Added 2, already there 0, failed 0."), "{out}");
        let kelp = wait_for_titles(&server, &people, "kelp", 1).await.remove(0);
        assert_eq!((kelp["serviceId"].to_string(), kelp["available"].as_bool()), (id, Some(true)), "{kelp}");
        assert_eq!(kelp["title"], "Kelp", "as the record says");
        let whelk = wait_for_titles(&server, &people, "whelk", 1).await.remove(0);
        assert_eq!((&whelk["title"], &whelk["languages"][0]), (&Value::from("Whelk, corrected"), &Value::from("fra")));
        assert_eq!(library.command(&["admin", "titles", "list"]).lines().count(), 3);
        server.program.terminate();
    }

    async fn faults_are_written_down_for_the_supplier(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let feed = library.dir.path().join("feed.xml");
        let path = feed.display().to_string();
        let products = [
            product(1, "03", "Kelp"),
            product(2, "99", "Limpet"),
            product(3, "03", "Whelk").replace(">A01<", ">Q01<"),
        ];
        write(&feed, message(&products).as_bytes());
        let output = library.run(&["ingest", &path]);
        let out = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1));
        assert!(out.contains("added 2, updated 0, withdrawn 0, unchanged 0, rejected 1."), "{out}");
        assert!(out.contains("-rejected.csv"), "{out}");
        let report = rejects(library.dir.path());
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines[0], "what,file,record,line,reference,reason");
        assert!(lines[1].contains("ignored") && lines[1].contains(",3,5,org.harbor.3,") || lines[2].contains(",3,5,org.harbor.3,"), "{report}");
        assert!(report.contains(",2,4,org.harbor.2,NotificationType 99 is not in code list 1"), "{report}");

        // Into a file of the operator's choice, as JSON lines.
        let other = library.dir.path().join("why.jsonl");
        library.run(&["ingest", &path, "--rejects", &other.display().to_string()]);
        let json = std::fs::read_to_string(other).unwrap();
        let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(lines.iter().any(|line| line["reference"] == "org.harbor.2" && line["what"] == "rejected"), "{json}");

        // An invalid message, and a truncated one.
        write(&feed, b"<ONIXMessage release='4.0'></ONIXMessage>");
        assert!(library.refuse(&["ingest", &path]).contains("3.0 or 3.1"));
        let whole = message(&[product(7, "03", "Urchin"), product(8, "03", "Crab")]);
        write(&feed, &whole.as_bytes()[..whole.len() - 40]);
        let output = library.run(&["ingest", &path]);
        assert!(text(&output.stdout).contains("added 1"), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains("ends in the middle"), "{}", text(&output.stderr));
    }

    async fn marc_and_tables_come_in_the_same_way(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let folder = library.dir.path().join("records");
        let marc = "<record xmlns='http://www.loc.gov/MARC21/slim'><leader>00000nam a2200000 a 4500</leader>\
            <controlfield tag='001'>77</controlfield><datafield tag='100' ind1='1' ind2=' '><subfield code='a'>Harbor, \
            Ada.</subfield></datafield><datafield tag='245' ind1='1' ind2='0'><subfield code='6'>880-01</subfield>\
            <subfield code='a'>Urchin /</subfield></datafield><datafield tag='880' ind1='1' ind2='0'>\
            <subfield code='6'>245-01/(N</subfield><subfield code='a'>Морской ёж /</subfield></datafield></record>";
        write(&folder.join("a.marcxml"), marc.as_bytes());
        write(&folder.join("b.csv"), b"reference,title,authors,languages\nt1,Barnacle,\"Reef, Lee\",eng\nt2,,,xxx\n");
        let path = folder.display().to_string();
        let output = library.run(&["ingest", &path, "--listed"]);
        let out = text(&output.stdout);
        assert!(out.contains("Records 3: added 2, updated 0, withdrawn 0, unchanged 0, rejected 1."), "{out}");
        let list = library.command(&["admin", "titles", "list"]);
        let lines: Vec<String> =
            list.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        for book in ["Urchin Ada Harbor", "Barnacle Lee Reef"] {
            assert!(lines.iter().any(|line| line.ends_with(book)), "{book} in {list}");
        }
        assert!(rejects(library.dir.path()).contains(",2,3,t2,title: is required; languages: xxx"));

        // Readers find and see a title in its own script, too.
        let server = library.serve(&[], &[]).await;
        let urchin = wait_for_titles(&server, &people, "морской", 1).await.remove(0);
        let page = server.get(&format!("/titles/{}", urchin["serviceId"])).send().await.expect_status(200).text();
        assert!(page.contains("dir=\"auto\">Морской ёж</bdi></p>"), "{page}");
        server.program.terminate();
    }

    async fn killed_half_way_it_continues_when_run_again(backend: Backend) {
        const RECORDS: usize = 10_000;
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let feed = library.dir.path().join("feed.xml");
        let products: Vec<String> = (0..RECORDS).map(|n| product(n, "03", &format!("Tide {n}"))).collect();
        write(&feed, message(&products).as_bytes());
        let (path, flags) = (feed.display().to_string(), library.flags());
        let args = ["ingest", &path].into_iter().chain(flags.iter().map(String::as_str));
        let args: Vec<&str> = args.collect();
        let mut running = Program::start(library.dir.path(), &args);
        let db = store::Db::connect(&store::DbOptions::new(library.database_url())).await.unwrap();
        let count = async || store::titles::count(&db).await.unwrap();
        running.wait_until("the first records are in", async || (count().await > 0).then_some(())).await;
        running.kill();
        let there = count().await;
        assert!(there > 0 && there < RECORDS as u64, "killed in the middle: {there}");

        // The next run waits until the dead one's time is over.
        let out = library.command(&["ingest", &path]);
        let number = |word: &str| -> usize {
            let (_, rest) = out.split_once(word).unwrap_or_else(|| panic!("{word} in {out}"));
            rest.trim_start().split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
        };
        assert_eq!((number("Records"), number("updated"), number("rejected")), (RECORDS, 0, 0), "{out}");
        assert!(number("unchanged") >= usize::try_from(there).unwrap(), "{there}: {out}");
        assert_eq!(number("added") + number("unchanged"), RECORDS, "{out}");
        assert_eq!(count().await, RECORDS as u64);
        let jobs = library.command(&["jobs", "list"]);
        assert!(jobs.lines().any(|line| line.contains(" dead ") && line.contains("lapsed")), "{jobs}");
        db.close().await;
    }

    async fn cancelled_by_an_operator_it_stops_and_says_so(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let feed = library.dir.path().join("feed.xml");
        let products: Vec<String> = (0..60_000).map(|n| product(n, "03", &format!("Tide {n}"))).collect();
        write(&feed, message(&products).as_bytes());
        let (path, flags) = (feed.display().to_string(), library.flags());
        let args: Vec<&str> = ["ingest", &path].into_iter().chain(flags.iter().map(String::as_str)).collect();
        let mut running = Program::start(library.dir.path(), &args);
        let job = running.wait_until("the run is a job", async || {
            let jobs = library.command(&["jobs", "list", "--state", "running"]);
            jobs.lines().find(|line| line.contains(" ingest ")).map(|l| l.split_whitespace().next().unwrap().to_owned())
        }).await;
        library.command(&["jobs", "cancel", &job]);
        assert_eq!(running.end().code(), Some(1));
        assert!(library.log().contains("run the same command again"), "{}", library.log());
        let jobs = library.command(&["jobs", "list", "--state", "cancelled"]);
        assert!(jobs.contains(" ingest "), "{jobs}");
    }

    async fn the_flags_of_records_are_checked(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let feed = library.dir.path().join("feed.xml");
        write(&feed, message(&[product(1, "03", "Kelp")]).as_bytes());
        let path = feed.display().to_string();
        assert!(library.refuse(&["ingest", &path, "--supplier", " "]).contains("--supplier"));
        library.refuse(&["ingest", &path, "--listed", "--periodical", "x"]);
        // Two suppliers may use the same references.
        for (supplier, n) in [("one", 1), ("two", 2)] {
            write(&feed, message(&[product(n, "03", supplier).replace("org.harbor.1", "r").replace("org.harbor.2", "r")]).as_bytes());
            let out = library.command(&["ingest", &path, "--supplier", supplier, "--listed"]);
            assert!(out.contains("added 1"), "{out}");
        }
        let server = library.serve(&[], &[]).await;
        wait_for_titles(&server, &people, "harbor", 2).await;
        let reply = server.call(Method::GET, "/v2/titles/count").query(&[("api_key", &people.key)]).send().await;
        assert_eq!(reply.expect_status(200).json, 2);
        server.program.terminate();
    }
}
