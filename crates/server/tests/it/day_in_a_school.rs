//! A day in a school: everything that a school does with the library, over HTTP, in the order of a day.

use reqwest::Method;
use serde_json::{Value, json};

use crate::both;
use crate::support::{Sandbox, User, field, link, package, read_zip};

const ORGANIZATION: &str = "/v2/myOrganization";
const MEMBERS: &str = "/v2/myOrganization/members";
const PASSWORD: &str = "kelp-forest-12";

/// The books of the day.
struct Books {
    copyright: String,
    free: String,
    adult: String,
}

impl Books {
    fn from_sandbox(sandbox: &Sandbox) -> Self {
        let id = |name| sandbox.title(name).to_string();
        Self { copyright: id("copyright"), free: id("publicDomain"), adult: id("adult") }
    }
}

/// An account's identifier in a record.
fn id(record: &Value) -> &str {
    record["userAccountId"].as_str().expect("the record names the account")
}

/// A client without a user registers the school; its contact signs in.
async fn register(sandbox: &Sandbox) -> User<'_> {
    let form = [
        ("organizationName", "Kelp Bay School"),
        ("country", "US"),
        ("state", "US-OR"),
        ("city", "Newport"),
        ("organizationType", "school"),
        ("contactFirstName", "Clara"),
        ("contactLastName", "Stone"),
        ("contactTitle", "Principal"),
        ("contactEmailAddress", "clara@kelpbay.example"),
        ("contactPassword", PASSWORD),
        ("agreementSigned", "true"),
    ];
    let call = sandbox.call(Method::POST, ORGANIZATION).query(&[("api_key", sandbox.key("privileged"))]);
    let school = call.form(&form).send().await.expect_status(201);
    assert_eq!(school.json["primaryContact"]["name"]["firstName"], "Clara");
    User::sign_in_with_password(sandbox, "clara@kelpbay.example", PASSWORD).await.with_key_of("privileged")
}

/// The contact adds a teacher, who gets a first password from the operator.
async fn hire<'a>(sandbox: &'a Sandbox, contact: &User<'_>) -> (User<'a>, String) {
    let form = [
        ("firstName", "Theo"),
        ("lastName", "Marsden"),
        ("phoneNumber", "+1 541 555 0160"),
        ("emailAddress", "theo@kelpbay.example"),
        ("title", "Teacher"),
    ];
    let teacher = contact.post("/v2/myOrganization/sponsors", &form).await.expect_status(201);
    let shown = sandbox.command(&["admin", "users", "reset-password", "theo@kelpbay.example"]);
    let user = User::sign_in_with_password(sandbox, "theo@kelpbay.example", &field(&shown, "password")).await;
    (user.with_key_of("privileged"), id(&teacher.json).to_owned())
}

/// Thirty pupils in two schools of the district; every third has no proof of a disability, two can sign in.
async fn enroll(teacher: &User<'_>) -> Vec<Value> {
    let mut tags = Vec::new();
    for school in ["Lower school", "Upper school"] {
        let form = [("districtName", "Lincoln"), ("schoolName", school)];
        let tag = teacher.post("/v2/myOrganization/rosterTags", &form).await.expect_status(201);
        tags.push(tag.json["rosterTagId"].to_string());
    }
    let mut pupils = Vec::new();
    for n in 0..30 {
        let (last, grade, born) =
            (format!("Pupil{n:02}"), (n % 12 + 1).to_string(), format!("{}-05-01", 2020 - n % 12));
        let username = format!("pupil{n:02}");
        let mut form = vec![
            ("firstName", "Kim"),
            ("lastName", &last),
            ("dateOfBirth", &born),
            ("grade", &grade),
            ("rosterTagId", tags[n % 2].as_str()),
        ];
        if n % 3 != 2 {
            form.extend([("disabilityType", "learning"), ("disabilityPlan", "iep")]);
        }
        if n < 2 {
            form.extend([("username", username.as_str()), ("password", PASSWORD)]);
        }
        pupils.push(teacher.post(MEMBERS, &form).await.expect_status(201).json);
    }
    pupils
}

/// Every page of a list that is walked by its links.
async fn walk(user: &User<'_>, first: &str, list: &str) -> Vec<Value> {
    let mut reply = user.get(first).await.expect_status(200);
    let mut all = reply.json[list].as_array().expect("a list").clone();
    while reply.json["next"] != Value::Null {
        reply = user.get(&reply.link("next")).await.expect_status(200);
        all.extend(reply.json[list].as_array().expect("a list").clone());
    }
    assert_eq!(reply.json["totalResults"], all.len());
    all
}

/// The roster as the teacher works with it.
async fn look_through_the_roster(teacher: &User<'_>, tag: &Value) {
    let by_grade = walk(teacher, &format!("{MEMBERS}?limit=7&sortOrder=grade"), "memberSummaries").await;
    let grades: Vec<u8> = by_grade.iter().map(|m| m["grade"].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(grades.len(), 30);
    assert!(grades.is_sorted(), "{grades:?}");
    let mine = walk(teacher, &format!("{MEMBERS}?sponsorList=myQuickList&grade=1"), "memberSummaries").await;
    assert_eq!(mine.len(), 3, "who adds members has them at hand");
    assert_eq!(by_grade.iter().filter(|member| member["rosterTag"] == *tag).count(), 15);
}

/// A list of books for the class; its readers are put on it, and the book in copyright is assigned to two.
async fn share_books(teacher: &User<'_>, books: &Books, pupils: &[Value]) -> String {
    let form = [("name", "Kelp Bay reads"), ("access", "org")];
    let list = teacher.post("/v2/myLists", &form).await.expect_status(200);
    let path = format!("/v2/lists/{}", list.json["readingListId"].as_str().unwrap());
    for title in [&books.copyright, &books.free] {
        teacher.post(&format!("{path}/titles"), &[("serviceId", title)]).await.expect_status(200);
    }
    let readers: Vec<_> = pupils[..5].iter().map(|pupil| ("userIdentifier", id(pupil))).collect();
    let listed = teacher.post(&format!("{path}/members"), &readers).await.expect_status(200);
    assert_eq!(listed.json["totalResults"], 5);
    for pupil in &pupils[..2] {
        let assigned = format!("/v2/assignedTitles/{}", id(pupil));
        teacher.post(&assigned, &[("serviceId", &books.copyright)]).await.expect_status(200);
    }
    path
}

/// Checks who may have which book, and why not.
async fn see_who_may_have_what(teacher: &User<'_>, books: &Books) {
    let rows = async |title: &str| {
        let first = format!("/v2/myOrganization/titleAvailabilities/{title}?limit=12");
        walk(teacher, &first, "memberTitleAvailabilities").await
    };
    let codes = |row: &Value| {
        row["titleAccessAlerts"].as_array().unwrap().iter().map(|a| a["code"].clone()).collect::<Vec<_>>()
    };
    for (n, row) in rows(&books.copyright).await.iter().enumerate() {
        let expected = if n % 3 == 2 { vec![json!("POD_MISSING")] } else { vec![] };
        assert_eq!((codes(row), &row["assigned"]), (expected, &json!(n < 2)), "{row}");
        assert_eq!(link(row, "download").is_some(), n % 3 != 2);
    }
    assert!(rows(&books.free).await.iter().all(|row| codes(row).is_empty()));
    for (n, row) in rows(&books.adult).await.iter().enumerate() {
        assert!(codes(row).contains(&json!("ADULT_CONTENT")), "all are minors: {n}");
    }
}

/// A copy for each of two pupils: each is marked for its one reader.
async fn download_for_two(sandbox: &Sandbox, teacher: &User<'_>, books: &Books, pupils: &[Value]) {
    let mut copies = Vec::new();
    for pupil in &pupils[..2] {
        let path = format!("/v2/titles/{}/EPUB3?forUser={}", books.copyright, id(pupil));
        let files = read_zip(&package(sandbox, Some(teacher.token()), &path).await).unwrap();
        copies.push(
            files.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect::<String>(),
        );
    }
    for (copy, (name, other)) in
        copies.iter().zip([("Kim Pupil00", "Kim Pupil01"), ("Kim Pupil01", "Kim Pupil00")])
    {
        assert!(copy.contains(name) && !copy.contains(other), "the copy of {name}");
    }
    let path = format!("/v2/titles/{}/EPUB3?forUser={}", books.copyright, id(&pupils[2]));
    teacher.get(&path).await.expect_error(403, "POD_MISSING");
    teacher
        .get(&format!("/v2/titles/{}/EPUB3", books.copyright))
        .await
        .expect_error(400, "FOR_USER_REQUIRED");
}

const PLACE: &str = "epubcfi(/6/6!/4/4/1:0)";
const FURTHER: &str = "epubcfi(/6/8!/4/2/1:12)";

/// A pupil reads on a phone, and continues reading on a tablet.
async fn read_on_two_devices(sandbox: &Sandbox, books: &Books) -> [String; 2] {
    let phone = User::sign_in_with_password(sandbox, "pupil00", PASSWORD).await;
    let assigned = phone.get("/v2/myAssignedTitles").await.expect_status(200);
    assert_eq!(
        (&assigned.json["totalResults"], &assigned.json["titles"][0]["assignedBy"]),
        (&json!(1), &json!("Theo Marsden"))
    );
    let lists = phone.get("/v2/myLists").await.expect_status(200);
    assert_eq!(lists.json["lists"][0]["name"], "Kelp Bay reads");
    package(sandbox, Some(phone.token()), &format!("/v2/titles/{}/EPUB3", books.copyright)).await;

    let book = ("serviceId", books.copyright.as_str());
    let mark = [book, ("location", PLACE), ("text", "where the tide turns")];
    phone.post("/v2/myBookmarks", &mark).await.expect_status(200);
    let stretch = [
        book,
        ("startLocation", PLACE),
        ("endLocation", FURTHER),
        ("color", "yellow"),
        ("annotationNote", "ask Theo"),
    ];
    phone.post("/v2/myHighlights", &stretch).await.expect_status(200);
    for (location, metric) in [(PLACE, "3"), (FURTHER, "2")] {
        let event =
            [book, ("format", "EPUB3"), ("location", location), ("metric", metric), ("metricType", "page")];
        phone.post("/v2/readingEvents", &event).await.expect_status(200);
    }

    let tablet = User::sign_in_with_password(sandbox, "PUPIL00", PASSWORD).await;
    assert_ne!(tablet.token(), phone.token());
    let position =
        tablet.get(&format!("/v2/myReadingPosition/{}/EPUB3", books.copyright)).await.expect_status(200);
    assert_eq!(position.json["location"], FURTHER);
    let marks =
        tablet.get(&format!("/v2/myBookmarks?serviceId={}", books.copyright)).await.expect_status(200);
    assert_eq!(marks.json["bookmarks"][0]["text"], "where the tide turns");
    let notes =
        tablet.get(&format!("/v2/myHighlights?serviceId={}", books.copyright)).await.expect_status(200);
    assert_eq!(notes.json["highlights"][0]["annotationNote"], "ask Theo");
    [phone, tablet].map(|device| device.token().to_owned())
}

/// The contact retires: the teacher speaks for the school from now on.
async fn hand_the_school_on(contact: &User<'_>, teacher: &User<'_>, theo: &str) {
    let place = [("city", "Lincoln City")];
    teacher.put(ORGANIZATION, &place).await.expect_error(403, "NOT_PRIMARY_CONTACT");
    contact.put("/v2/myOrganization/primaryContact", &[("userIdentifier", theo)]).await.expect_status(200);
    contact.put(ORGANIZATION, &place).await.expect_error(403, "NOT_PRIMARY_CONTACT");
    let school = teacher.put(ORGANIZATION, &place).await.expect_status(200);
    assert_eq!(id(&school.json["primaryContact"]), theo);
}

/// The pupil moves away: nobody of the school sees anything of it any more.
async fn let_the_pupil_go(
    sandbox: &Sandbox,
    sponsors: [&User<'_>; 2],
    (pupil, list): (&Value, &str),
    books: &Books,
    devices: &[String],
) {
    let [teacher, _] = sponsors;
    let gone = id(pupil);
    assert!(teacher.get("/v2/myAccount/history").await.text().contains("Kim Pupil00"));
    teacher.delete(&format!("{MEMBERS}/{gone}")).await.expect_status(204);
    for sponsor in sponsors {
        for (page, items) in [
            (MEMBERS, "memberSummaries"),
            (&*format!("{list}/members"), "memberSummaries"),
            ("/v2/myAccount/history", "titleDownloads"),
            (
                &*format!("/v2/myOrganization/titleAvailabilities/{}", books.copyright),
                "memberTitleAvailabilities",
            ),
            ("/v2/myLists", "lists"),
            (&*format!("{list}/titles"), "titles"),
        ] {
            let all = Value::from(walk(sponsor, page, items).await).to_string();
            assert!(
                !all.contains("Pupil00") && !all.contains(gone) && !all.contains("pupil00"),
                "{page}: {all}"
            );
        }
        for page in [
            format!("{MEMBERS}/{gone}"),
            format!("{MEMBERS}/{gone}/preferences"),
            format!("/v2/assignedTitles/{gone}"),
        ] {
            sponsor.get(&page).await.expect_error(404, "USER_NOT_FOUND");
        }
        let download = format!("/v2/titles/{}/EPUB3?forUser={gone}", books.copyright);
        sponsor.get(&download).await.expect_error(403, "NOT_ORG_MEMBER");
    }
    assert_eq!(teacher.get(list).await.expect_status(200).json["memberCount"], 4);
    assert_eq!(teacher.get(MEMBERS).await.expect_status(200).json["totalResults"], 29);
    for token in devices {
        let call = sandbox.guest("/v2/me").bearer(token);
        call.send().await.expect_error(401, "UNAUTHORIZED");
    }
    assert_eq!(sandbox.sign_in("trusted", "pupil00", PASSWORD).await.status, 400);
}

/// Every read of the pupils' data is on record, for those who are responsible for the school's data.
fn check_audit(sandbox: &Sandbox, pupil: &Value) {
    let list = sandbox.command(&["admin", "audit", "list", "--user", id(pupil), "--limit", "1000"]);
    let read: Vec<&str> = list.lines().collect();
    assert!(
        !read.is_empty()
            && read.iter().all(|line| line.contains("(Theo Marsden)") || line.contains("(Clara Stone)")),
        "{list}"
    );
    for endpoint in [
        "POST /v2/myOrganization/members ",
        "GET /v2/myOrganization/titleAvailabilities/{serviceId} ",
        "/v2/lists/{readingListId}/members ",
    ] {
        assert!(read.iter().any(|line| line.contains(endpoint)), "{endpoint}: {list}");
    }
}

both! {
    async fn a_day_in_a_school(sandbox: Sandbox) {
        let books = Books::from_sandbox(sandbox);
        let contact = register(sandbox).await;
        let (teacher, theo) = hire(sandbox, &contact).await;
        let pupils = enroll(&teacher).await;
        look_through_the_roster(&teacher, &pupils[0]["rosterTag"]).await;
        let list = share_books(&teacher, &books, &pupils).await;
        see_who_may_have_what(&teacher, &books).await;
        download_for_two(sandbox, &teacher, &books, &pupils).await;
        let devices = read_on_two_devices(sandbox, &books).await;
        hand_the_school_on(&contact, &teacher, &theo).await;
        let_the_pupil_go(sandbox, [&teacher, &contact], (&pupils[0], &list), &books, &devices).await;
        check_audit(sandbox, &pupils[0]);
    }
}
