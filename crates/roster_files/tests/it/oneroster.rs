//! OneRoster exports.

use std::fmt::Write as _;

use roster_files::{DeclaredSchool, RosterColumn as C, RosterFileKind};

use crate::support::{cells, classes, faults, read, refuse, zip_files};

const MANIFEST_11: &str =
    "propertyName,value\nmanifest.version,1.0\noneroster.version,1.1\nfile.users,bulk\n";
const MANIFEST_12: &str = "propertyName,value\noneroster.version,1.2\nfile.users,bulk\n";
const ORGS: &str = "sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\n\
    d1,,,Harbor District,district,,\ns1,,,Harbor School,school,,d1\n";
const USERS_11: &str = "sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName,\
    grades,password\n\
    u1,,,true,\"d1,s1\",student,mia,Mia,Berg,\"06,07\",\n\
    u2,,,true,s1,teacher,quay,Petra,Quay,,\n\
    u3,,,false,s1,student,,Ben,Lee,KG,\n\
    u4,tobedeleted,2026-01-01,true,s1,student,,Liu,Ito,12,\n\
    u5,,,true,s1,student,,Ana\n";
const USERS_12: &str = "sourcedId,status,dateLastModified,enabledUser,username,givenName,familyName,grades\n\
    u1,,,true,mia,Mia,Berg,06\nu2,,,true,quay,Petra,Quay,\nu3,,,true,,Ben,Lee,07\n";
const ROLES: &str = "sourcedId,status,dateLastModified,userSourcedId,roleType,role,orgSourcedId\n\
    r1,,,u1,secondary,student,s2\nr2,,,u1,primary,student,s1\nr3,,,u2,primary,teacher,s1\n\
    r4,tobedeleted,,u3,primary,student,s1\n";
const CLASSES: &str =
    "sourcedId,status,dateLastModified,title,schoolSourcedId\nc1,,,Reading,s1\nc2,,,Art,s1\n";
const ENROLLMENTS: &str = "sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role\n\
    e1,,,c1,s1,u1,student\ne2,,,c2,s1,u1,student\ne3,,,c1,s1,u2,teacher\ne4,tobedeleted,,c1,s1,u3,student\n";
const DEMOGRAPHICS: &str =
    "sourcedId,status,dateLastModified,birthDate,sex\nu1,,,2014-05-01,\nu3,,,2020-01-02,\n";

const NOBODY_IS_MISSING: &str =
    "Rows that cannot be read may be about members: nobody is missing from the file.";

#[test]
fn an_export_of_version_1_1_is_read() {
    let files = [
        ("manifest.csv", MANIFEST_11),
        ("orgs.csv", ORGS),
        ("users.csv", USERS_11),
        ("classes.csv", CLASSES),
        ("enrollments.csv", ENROLLMENTS),
        ("demographics.csv", DEMOGRAPHICS),
    ];
    for folder in ["", "export 2026/", "a\\b\\"] {
        let names: Vec<(String, &str)> =
            files.iter().map(|(name, text)| (format!("{folder}{name}"), *text)).collect();
        let table = read(zip_files(names.iter().map(|(name, text)| (name.as_str(), text)))).unwrap();
        assert_eq!(table.kind, RosterFileKind::OneRoster11);
        assert_eq!(cells(&table, C::SourcedId), ["u1", "u3", "u4", "-"]);
        assert_eq!(cells(&table, C::FirstName), ["Mia", "Ben", "Liu", "-"]);
        assert_eq!(cells(&table, C::Grade), ["6", "K", "12", "-"]);
        assert_eq!(cells(&table, C::DateOfBirth), ["2014-05-01", "2020-01-02", "-", "-"]);
        assert_eq!(cells(&table, C::School), ["Harbor School", "Harbor School", "Harbor School", "-"]);
        assert_eq!(cells(&table, C::District)[..2], ["Harbor District"; 2]);
        assert_eq!(cells(&table, C::Classes), ["Art | Reading", "-", "-", "-"]);
        assert_eq!(classes(&table), ["Art=c2 Reading=c1", "", "", ""]);
        assert_eq!(cells(&table, C::Status), ["active", "inactive", "tobedeleted", "-"]);
        assert_eq!(faults(&table), [(6, "8 columns where the first line has 11")]);
        assert_eq!(table.remarks, ["1 users who are not students were left out.", NOBODY_IS_MISSING]);
        assert_eq!(table.school, None, "the row that cannot be read may be about a member");
        assert!(table.has_column(C::DateOfBirth) && table.has_column(C::School));
    }
}

#[test]
fn an_export_of_version_1_2_takes_students_from_their_roles() {
    let orgs = format!("{ORGS}s2,,,Hill School,school,,d1\n");
    let files =
        [("manifest.csv", MANIFEST_12), ("orgs.csv", &orgs), ("users.csv", USERS_12), ("roles.csv", ROLES)];
    let table = read(zip_files(files)).unwrap();
    assert_eq!(table.kind, RosterFileKind::OneRoster12);
    assert_eq!(cells(&table, C::FirstName), ["Mia", "Ben"]);
    assert_eq!(cells(&table, C::School), ["Harbor School", "-"], "that of the primary role");
    assert_eq!(cells(&table, C::Status), ["active", "tobedeleted"]);
    assert_eq!(table.school, None, "there are two schools");
    assert!(table.remarks.iter().any(|remark| remark.contains("demographics.csv")), "{:?}", table.remarks);
}

#[test]
fn an_export_of_changes_declares_no_school() {
    let manifest = MANIFEST_11.replace("bulk", "delta");
    let table =
        read(zip_files([("manifest.csv", manifest.as_str()), ("orgs.csv", ORGS), ("users.csv", USERS_11)]))
            .unwrap();
    assert_eq!(table.school, None);
    assert!(table.remarks[0].contains("only users that have changed"), "{:?}", table.remarks);
}

#[test]
fn a_missing_manifest_is_said_and_the_files_tell_the_version() {
    let table = read(zip_files([("users.csv", USERS_11)])).unwrap();
    assert_eq!(table.kind, RosterFileKind::OneRoster11);
    assert_eq!(table.remarks[0], "The export has no manifest.csv: it was read as OneRoster 1.1.");
    let table = read(zip_files([("users.csv", USERS_12), ("roles.csv", ROLES)])).unwrap();
    assert_eq!(table.kind, RosterFileKind::OneRoster12);
}

#[test]
fn corrections_and_profiles_of_a_version_are_that_version() {
    for (version, kind) in [
        ("1.1", RosterFileKind::OneRoster11),
        ("1.1.1", RosterFileKind::OneRoster11),
        ("", RosterFileKind::OneRoster11),
        ("1.2.1", RosterFileKind::OneRoster12),
        ("1.2_JP", RosterFileKind::OneRoster12),
    ] {
        let manifest = format!("propertyName,value\noneroster.version,{version}\n");
        let roles = (kind == RosterFileKind::OneRoster12).then_some(("roles.csv", ROLES));
        let files = [("manifest.csv", manifest.as_str()), ("users.csv", USERS_11)];
        assert_eq!(read(zip_files(files.into_iter().chain(roles))).unwrap().kind, kind, "{version}");
    }
}

#[test]
fn grades_of_the_japan_profile_are_read_in_its_exports_only() {
    for (version, column, grades) in [
        ("1.2_JP", "note", ["1", "9"]),
        ("1.2", "metadata.jp.kanaGivenName", ["1", "9"]),
        ("1.2", "note", ["P1", "J3"]),
    ] {
        let manifest = format!("propertyName,value\noneroster.version,{version}\n");
        let users =
            format!("sourcedId,givenName,familyName,grades,{column}\nu1,結衣,佐藤,P1,\nu3,蓮,鈴木,J3,\n");
        let files = [("manifest.csv", manifest.as_str()), ("users.csv", &users), ("roles.csv", ROLES)];
        assert_eq!(cells(&read(zip_files(files)).unwrap(), C::Grade), grades);
    }
}

#[test]
fn exports_of_school_data_sync_are_read() {
    // Version 2 has the role and the grade in the file of people.
    let users = "sourcedId,orgSourcedIds,givenName,familyName,username,password,role,grade\n\
        u1,s1,Mia,Berg,mia@harbor.example,,Student,6\nu2,s1,Petra,Quay,quay@harbor.example,,Teacher,\n";
    let table = read(zip_files([("users.csv", users), ("orgs.csv", ORGS)])).unwrap();
    assert_eq!((cells(&table, C::FirstName), cells(&table, C::Grade)), (vec!["Mia"], vec!["6"]));
    assert!(table.has_column(C::Grade));
    // Version 2.1 has both in the roles.
    let users = "sourcedId,username,givenName,familyName\nu1,mia,Mia,Berg\nu2,ben,Ben,Lee\nu3,lou,Lou,Berg\n";
    let orgs = "sourcedId,name,type,parentSourcedId\n\
        s1,Harbor School,school,d1\nd1,Harbor Council,localAuthority,\nc1,Hill College,college,\n";
    let roles = "userSourcedId,orgSourcedId,role,sessionSourcedId,grade,isPrimary,roleStartDate,roleEndDate\n\
        u1,c1,student,y1,11,FALSE,,\nu1,s1,student,y1,10,TRUE,,\nu2,c1,student,y1,ps1,TRUE,,\n";
    let births = "userSourcedId,sex,birthDate\nu1,female,2010-07-02\nu2,male,2006-06-06\n";
    let files =
        [("users.csv", users), ("orgs.csv", orgs), ("roles.csv", roles), ("demographics.csv", births)];
    let table = read(zip_files(files)).unwrap();
    assert_eq!(cells(&table, C::FirstName), ["Mia", "Ben"], "a guardian has no role");
    assert_eq!(cells(&table, C::Grade), ["10", "13"]);
    assert_eq!(cells(&table, C::School), ["Harbor School", "Hill College"]);
    assert_eq!(cells(&table, C::District), ["Harbor Council", "-"]);
    assert!(table.has_column(C::Grade) && table.school.is_none());
}

#[test]
fn files_that_a_spreadsheet_has_saved_are_read() {
    let users = "\u{feff}\u{feff}sourcedId;role;givenName;familyName;grades;orgSourcedIds\n\
        \u{200b}u1;student;Ana\u{a0}María;Berg;\"06;07\";s1\nu2;teacher;Petra;Quay;;s1\n";
    let table = read(zip_files([("users.csv", users), ("orgs.csv", ORGS)])).unwrap();
    assert_eq!((cells(&table, C::SourcedId), cells(&table, C::FirstName)), (vec!["u1"], vec!["Ana María"]));
    assert_eq!(cells(&table, C::School), ["Harbor School"]);
}

#[test]
fn empty_columns_at_the_end_of_a_header_are_none() {
    let roles = ROLES.replacen("orgSourcedId\n", "orgSourcedId,,\n", 1);
    assert_ne!(roles, ROLES);
    let files = [("manifest.csv", MANIFEST_12), ("users.csv", USERS_12), ("roles.csv", &roles)];
    assert_eq!(cells(&read(zip_files(files)).unwrap(), C::FirstName), ["Mia", "Ben"]);
}

#[test]
fn roles_that_cannot_be_read_declare_no_school() {
    for (more, school) in [("", Some("Harbor School")), ("r9,,\n", None)] {
        let roles = format!("{ROLES}{more}");
        let files = [
            ("manifest.csv", MANIFEST_12),
            ("users.csv", USERS_12),
            ("roles.csv", &roles),
            ("orgs.csv", ORGS),
        ];
        let table = read(zip_files(files)).unwrap();
        assert_eq!(table.school.map(|school| school.name).as_deref(), school);
    }
}

#[test]
fn an_export_of_changes_may_state_no_roles() {
    let manifest = MANIFEST_12.replace("bulk", "delta");
    let roles = "userSourcedId,role\nu1,student\nu2,teacher\n";
    let files = [("manifest.csv", manifest.as_str()), ("users.csv", USERS_12), ("roles.csv", roles)];
    let table = read(zip_files(files)).unwrap();
    assert_eq!(cells(&table, C::FirstName), ["Mia"]);
    let unstated =
        |count| format!("{count} users were left out because the export does not state their roles.");
    assert!(table.remarks.contains(&"1 users who are not students were left out.".to_owned()));
    assert!(table.remarks.contains(&unstated(1)), "{:?}", table.remarks);
    let table = read(zip_files(files[..2].iter().copied())).unwrap();
    assert!(table.rows.is_empty() && table.remarks.contains(&unstated(3)), "{:?}", table.remarks);
}

#[test]
fn the_school_of_a_person_counts_if_roles_name_none() {
    let users = "sourcedId,givenName,familyName,primaryOrgSourcedId\nu1,Mia,Berg,s1\n";
    let roles = "userSourcedId,role,orgSourcedId\nu1,student,d1\n";
    let files =
        [("manifest.csv", MANIFEST_12), ("users.csv", users), ("roles.csv", roles), ("orgs.csv", ORGS)];
    let table = read(zip_files(files)).unwrap();
    assert_eq!(
        (cells(&table, C::School), cells(&table, C::District)),
        (vec!["Harbor School"], vec!["Harbor District"])
    );
}

#[test]
fn missing_files_and_columns_are_named() {
    for (files, reason) in [
        (vec![("manifest.csv", MANIFEST_11)], "the zip file has no users.csv"),
        (
            vec![("manifest.csv", "propertyName,value\noneroster.version,1.1\nfile.users,absent\n")],
            "no users.csv",
        ),
        (vec![("manifest.csv", MANIFEST_12), ("users.csv", USERS_12)], "the zip file has no roles.csv"),
        (vec![("manifest.csv", MANIFEST_11), ("users.csv", USERS_12)], "users.csv has no column role"),
        (vec![("manifest.csv", "a,b\n")], "manifest.csv has no column propertyName"),
        (
            vec![("manifest.csv", "propertyName,value\noneroster.version,1.0\n")],
            "OneRoster 1.0: only 1.1 and 1.2",
        ),
        (vec![("users.csv", USERS_11), ("orgs.csv", "sourcedId,name\n")], "orgs.csv has no column type"),
        (
            vec![("users.csv", USERS_11), ("demographics.csv", "birthDate\n")],
            "no column sourcedId or userSourcedId",
        ),
        (vec![("users.csv", "")], "users.csv has no column sourcedId"),
    ] {
        let said = refuse(zip_files(files));
        assert!(said.contains(reason), "{reason}: {said}");
    }
}

#[test]
fn rows_of_other_files_that_cannot_be_read_are_counted() {
    let classes = format!("{CLASSES}c3\nc4\n");
    let table = read(zip_files([("users.csv", USERS_11), ("classes.csv", &classes)])).unwrap();
    let remark =
        "classes.csv: 2 rows cannot be read; the first is line 4: 1 columns where the first line has 5.";
    assert!(table.remarks.iter().any(|said| said == remark), "{:?}", table.remarks);
}

#[test]
fn parents_in_a_circle_have_an_end() {
    let orgs = "sourcedId,name,type,parentSourcedId\ns1,Harbor,school,s2\ns2,Hill,department,s1\n";
    let table = read(zip_files([("users.csv", USERS_11), ("orgs.csv", orgs)])).unwrap();
    assert_eq!(cells(&table, C::District)[0], "-");
}

#[test]
fn classes_of_an_export_of_changes_are_not_read() {
    let manifest = format!("{MANIFEST_11}file.enrollments,delta\n");
    let files = [
        ("manifest.csv", manifest.as_str()),
        ("users.csv", USERS_11),
        ("classes.csv", CLASSES),
        ("enrollments.csv", ENROLLMENTS),
    ];
    let table = read(zip_files(files)).unwrap();
    assert!(classes(&table).iter().all(String::is_empty) && !table.has_column(C::Classes));
    assert!(table.remarks.iter().any(|remark| remark.contains("only classes that have changed")));
}

/// All files of a bulk export of OneRoster 1.2 with their columns, in the order of the specification.
const FILES_12: [(&str, &str); 9] = [
    (
        "academicSessions.csv",
        "sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear",
    ),
    (
        "classes.csv",
        "sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,\
         schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods",
    ),
    (
        "courses.csv",
        "sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,\
         subjectCodes",
    ),
    (
        "demographics.csv",
        "sourcedId,status,dateLastModified,birthDate,sex,americanIndianOrAlaskaNative,asian,\
         blackOrAfricanAmerican,nativeHawaiianOrOtherPacificIslander,white,demographicRaceTwoOrMoreRaces,\
         hispanicOrLatinoEthnicity,countryOfBirthCode,stateOfBirthAbbreviation,cityOfBirth,\
         publicSchoolResidenceStatus",
    ),
    (
        "enrollments.csv",
        "sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,\
         beginDate,endDate",
    ),
    ("orgs.csv", "sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId"),
    (
        "roles.csv",
        "sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,\
         userProfileSourcedId",
    ),
    (
        "userProfiles.csv",
        "sourcedId,status,dateLastModified,userSourcedId,profileType,vendorId,applicationId,description,\
         credentialType,username,password",
    ),
    (
        "users.csv",
        "sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,\
         identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,\
         preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns",
    ),
];

/// Rows of the files, each as `column=value` pairs; other cells are empty.
const ROWS_12: [(&str, &str); 19] = [
    (
        "academicSessions.csv",
        "sourcedId=y26;title=2026-2027;type=schoolYear;startDate=2026-08-01;endDate=2027-07-31;schoolYear=2027",
    ),
    (
        "academicSessions.csv",
        "sourcedId=t1;title=Fall;type=term;startDate=2026-08-01;endDate=2026-12-31;parentSourcedId=y26;schoolYear=2027",
    ),
    (
        "courses.csv",
        "sourcedId=k1;schoolYearSourcedId=y26;title=Grade 6;courseCode=G6;grades=06;orgSourcedId=s1",
    ),
    (
        "classes.csv",
        "sourcedId=c1;title=6a;grades=06;courseSourcedId=k1;classCode=6A-1;classType=homeroom;schoolSourcedId=s1;termSourcedIds=t1",
    ),
    (
        "classes.csv",
        "sourcedId=c2;title=Math;grades=06;courseSourcedId=k1;classType=scheduled;schoolSourcedId=s1;termSourcedIds=t1",
    ),
    (
        "classes.csv",
        "sourcedId=c3;title=Math;grades=06;courseSourcedId=k1;classType=scheduled;schoolSourcedId=s1;termSourcedIds=t1",
    ),
    ("orgs.csv", "sourcedId=d1;name=Harbor District;type=district"),
    ("orgs.csv", "sourcedId=s1;name=Harbor School;type=school;parentSourcedId=d1"),
    (
        "users.csv",
        "sourcedId=u1;enabledUser=true;username=mia;givenName=Mia;familyName=Berg;grades=06;primaryOrgSourcedId=s1",
    ),
    (
        "users.csv",
        "sourcedId=u2;enabledUser=true;username=quay;givenName=Petra;familyName=Quay;primaryOrgSourcedId=s1",
    ),
    (
        "roles.csv",
        "sourcedId=r1;userSourcedId=u1;roleType=primary;role=student;orgSourcedId=s1;userProfileSourcedId=p1",
    ),
    ("roles.csv", "sourcedId=r2;userSourcedId=u2;roleType=primary;role=teacher;orgSourcedId=s1"),
    (
        "userProfiles.csv",
        "sourcedId=p1;userSourcedId=u1;profileType=app;vendorId=harbor;applicationId=reader;credentialType=none;username=mia",
    ),
    ("demographics.csv", "sourcedId=u1;birthDate=2014-05-01;sex=female"),
    (
        "enrollments.csv",
        "sourcedId=e1;classSourcedId=c1;schoolSourcedId=s1;userSourcedId=u1;role=student;primary=true",
    ),
    ("enrollments.csv", "sourcedId=e2;classSourcedId=c2;schoolSourcedId=s1;userSourcedId=u1;role=student"),
    ("enrollments.csv", "sourcedId=e3;classSourcedId=c3;schoolSourcedId=s1;userSourcedId=u1;role=student"),
    (
        "enrollments.csv",
        "sourcedId=e4;classSourcedId=c1;schoolSourcedId=s1;userSourcedId=u2;role=teacher;primary=true",
    ),
    (
        "enrollments.csv",
        "sourcedId=e5;status=tobedeleted;classSourcedId=c9;schoolSourcedId=s1;userSourcedId=u1;role=student",
    ),
];

/// The content of one file.
fn file_12(name: &str, header: &str) -> String {
    let mut text = format!("{header}\n");
    for (_, pairs) in ROWS_12.iter().filter(|(file, _)| *file == name) {
        let value = |column: &str| {
            let mut pairs = pairs.split(';').filter_map(|pair| pair.split_once('='));
            pairs.find(|(name, _)| *name == column).map_or("", |(_, value)| value)
        };
        let row: Vec<&str> = header.split(',').map(value).collect();
        text.push_str(&row.join(","));
        text.push('\n');
    }
    text
}

#[test]
fn a_bulk_export_with_all_files_of_the_specification_is_read() {
    let mut manifest = "propertyName,value\nmanifest.version,1.0\noneroster.version,1.2\n".to_owned();
    for (name, _) in FILES_12 {
        writeln!(manifest, "file.{},bulk", name.trim_end_matches(".csv")).unwrap();
    }
    for name in ["categories", "lineItems", "resources", "results", "scoreScales", "userResources"] {
        writeln!(manifest, "file.{name},absent").unwrap();
    }
    manifest.push_str("source.systemName,Harbor SIS\nsource.systemCode,harbor\n");
    let files: Vec<(&str, String)> =
        FILES_12.iter().map(|(name, header)| (*name, file_12(name, header))).collect();
    let table = read(zip_files([("manifest.csv", manifest)].into_iter().chain(files))).unwrap();
    assert_eq!(table.kind, RosterFileKind::OneRoster12);
    assert_eq!((cells(&table, C::SourcedId), cells(&table, C::Username)), (vec!["u1"], vec!["mia"]));
    assert_eq!((cells(&table, C::Grade), cells(&table, C::DateOfBirth)), (vec!["6"], vec!["2014-05-01"]));
    assert_eq!((cells(&table, C::School), cells(&table, C::Status)), (vec!["Harbor School"], vec!["active"]));
    assert_eq!(cells(&table, C::Classes), ["6a | Math"]);
    assert_eq!(classes(&table), ["6a=c1 Math=c2 Math=c3"], "two classes may have one title");
    let school = DeclaredSchool { sourced_id: Some("s1".into()), name: "Harbor School".into() };
    assert_eq!(table.school, Some(school));
    assert_eq!(table.remarks, ["1 users who are not students were left out."]);
}
