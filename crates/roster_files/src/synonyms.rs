//! The texts of headers in four languages, and their meanings.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::RosterColumn;
use crate::fold::fold;

/// The meaning of a header by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    Column(RosterColumn),
    /// A family name and a given name in one cell.
    FullName,
    /// The other part of the name where one part has a column, else the full name: German `Name` next to
    /// `Vorname`.
    Name,
    /// The grade, or the class where the grade has a column: German `Klasse` is `6a`.
    GradeOrClass,
    /// The grade where no other column is one: `Year` is 6 or 2026, and `Form` is 6 or one of a test.
    GradeOrYear,
    /// The user name, or the identifier where another column has the user name, as in tables of Canvas.
    UserId,
    /// The role, which tells who is not a student.
    Role,
    /// The end of the last name.
    SecondLastName,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    French,
    Spanish,
    German,
    /// Also that of grades in the Japan profile of OneRoster.
    Japanese,
    /// Any other.
    Other,
}

/// A header that was recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Synonym {
    pub(crate) meaning: Meaning,
    pub(crate) language: Language,
    /// True for the exact name of the interface's parameter.
    pub(crate) is_parameter: bool,
}

use Language::{English, French, German, Japanese, Other, Spanish};
use Meaning::{Column, FullName, GradeOrClass, GradeOrYear, Name, Role, SecondLastName, UserId};
use RosterColumn as C;

const PARAMETERS: [(&str, RosterColumn); 12] = [
    ("firstName", C::FirstName),
    ("lastName", C::LastName),
    ("dateOfBirth", C::DateOfBirth),
    ("grade", C::Grade),
    ("username", C::Username),
    ("password", C::Password),
    ("disabilityType", C::DisabilityType),
    ("disabilityPlan", C::DisabilityPlan),
    ("proofSource", C::ProofSource),
    ("safeSearch", C::SafeSearch),
    ("allowSearchDownloads", C::AllowSearchDownloads),
    ("sourcedId", C::SourcedId),
];

/// Texts of headers, separated by `|`. Case, accents, spaces and punctuation do not matter.
const SYNONYMS: &[(Meaning, Language, &str)] = &[
    (
        Column(C::SourcedId),
        English,
        "ID|sourced ID|student ID|student number|student no|student|pupil ID|pupil number|learner ID|SIS ID|SIS user ID|\
         ID number|admission number|admission no|adno|register number|\
         registration number|enrollment number|enrolment number|perm ID|perm number|UPN|person ID|person number|external ID|unique ID|student unique ID|local ID|student local ID|district student ID|state ID|state student ID|SSID|identifier|member ID",
    ),
    (
        Column(C::SourcedId),
        French,
        "identifiant unique|numéro d'élève|numéro élève|n° élève|no élève|identifiant élève|identifiant de l'élève|INE|matricule|\
         numéro national|code permanent|id élève",
    ),
    (
        Column(C::SourcedId),
        Spanish,
        "número de alumno|número de estudiante|n.º de alumno|id alumno|id estudiante|id de estudiante|id de alumno|\
         matrícula|NIA|identificador|expediente|número de expediente",
    ),
    (
        Column(C::SourcedId),
        German,
        "Schülernummer|Schüler-Nr|Schüler-ID|Kennung|Schülerkennung|externe ID|eindeutige ID|Identnummer|\
         ID-Nummer|interne ID|interne ID-Nummer",
    ),
    (
        Column(C::FirstName),
        English,
        "fname|given name|given names|forename|forenames|first|first names|firstname|student first name|pupil first name|\
         legal first name|legal forename|preferred first name|preferred forename|\
         chosen first name|chosen forename|christian name",
    ),
    (
        Column(C::FirstName),
        French,
        "prénom|prénoms|prénom 1|premier prénom|prénom usuel|prénom de l'élève|prénom élève",
    ),
    (Column(C::FirstName), Spanish, "nombre de pila|nombres|primer nombre|nombre del alumno|nombre alumno"),
    (Column(C::FirstName), German, "Vorname|Vornamen|Rufname|Vorname des Schülers|Schülervorname"),
    (
        Column(C::LastName),
        English,
        "lname|surname|legal surname|preferred surname|chosen surname|chosen last name|last surname|family name|last|last names|lastname|student last name|pupil last name|legal last name|second name",
    ),
    (Column(C::LastName), French, "nom de famille|nom d'usage|nom de l'élève|nom élève|nom usuel|patronyme"),
    (
        Column(C::LastName),
        Spanish,
        "apellido|apellidos|apellido(s)|primer apellido|1er apellido|apellido 1|apellidos del alumno",
    ),
    (SecondLastName, Spanish, "segundo apellido|2º apellido|apellido 2"),
    (
        Column(C::LastName),
        German,
        "Nachname|Familienname|Zuname|Langname|Nachname des Schülers|Schülernachname",
    ),
    (
        Column(C::DateOfBirth),
        English,
        "birth date|birthdate|birthday|DOB|D.O.B.|born|born on|birth|student date of birth|student DOB|student birth date",
    ),
    (Column(C::DateOfBirth), French, "date de naissance|naissance|né le|née le|né(e) le|date naissance|DDN"),
    (
        Column(C::DateOfBirth),
        Spanish,
        "fecha de nacimiento|nacimiento|fecha nacimiento|fecha de nac|fec. nacimiento|F. nacimiento",
    ),
    (
        Column(C::DateOfBirth),
        German,
        "Geburtsdatum|Geburtstag|geboren|geboren am|geb. am|geb|Geb.-Datum|GebDatum",
    ),
    (
        Column(C::Grade),
        English,
        "grades|grade level|year group|year level|school grade|student grade|current grade|current grade level|enrolled grade|enrollment grade|class grade|\
         NC year|national curriculum year|year taught in|\
         entry grade level|grade level descriptor|entry grade level descriptor",
    ),
    (Column(C::Grade), French, "niveau|niveau scolaire|niveau de classe|degré|classe/niveau"),
    (Column(C::Grade), Spanish, "grado|grado escolar|nivel|grado/curso"),
    (Column(C::Grade), German, "Klassenstufe|Jahrgang|Jahrgangsstufe|Stufe|Schulstufe|Schulbesuchsjahr"),
    (GradeOrYear, English, "year|school year|form"),
    (GradeOrYear, French, "année|année scolaire"),
    (GradeOrYear, Spanish, "año|año escolar"),
    (GradeOrYear, German, "Schuljahr"),
    (GradeOrClass, French, "classe"),
    (GradeOrClass, Spanish, "curso"),
    (GradeOrClass, German, "Klasse"),
    (
        Column(C::Username),
        English,
        "user name|user|login|login ID|login name|sign-in name|account|account name|SIS user name",
    ),
    (UserId, English, "user ID"),
    (Role, English, "role|roles|user role|user type|type of user|person type|account type"),
    (Role, French, "rôle|profil|type d'utilisateur"),
    (Role, Spanish, "rol|tipo de usuario"),
    (Role, German, "Rolle|Benutzertyp|Benutzerrolle|Personentyp"),
    (Column(C::Username), French, "nom d'utilisateur|identifiant|identifiant de connexion|utilisateur"),
    (Column(C::Username), Spanish, "nombre de usuario|usuario|nombre usuario|cuenta"),
    (Column(C::Username), German, "Benutzername|Benutzer|Anmeldename|Nutzername|Login-Name|Konto"),
    (Column(C::Password), English, "initial password|passcode"),
    (Column(C::Password), French, "mot de passe"),
    (Column(C::Password), Spanish, "contraseña|clave"),
    (Column(C::Password), German, "Passwort|Kennwort|Erstpasswort"),
    (Column(C::School), English, "school name|campus|building|organization|name of institution"),
    (Column(C::School), French, "école|établissement|nom de l'école|nom de l'établissement|collège|lycée"),
    (Column(C::School), Spanish, "escuela|colegio|centro|centro educativo|instituto|nombre de la escuela"),
    (Column(C::School), German, "Schule|Schulname|Name der Schule"),
    (Column(C::School), English, "school"),
    (Column(C::District), English, "district|district name|school district|LEA|LEA name"),
    (
        Column(C::District),
        French,
        "académie|commission scolaire|centre de services scolaire|district scolaire",
    ),
    (Column(C::District), Spanish, "distrito|distrito escolar"),
    (Column(C::District), German, "Schulträger|Schulbezirk|Bezirk|Schulamt"),
    (
        Column(C::Classes),
        English,
        "class|classes|class name|section|homeroom|home room|course|courses|registration group|registration form|reg group|form group|tutor group|teaching group|\
         section identifier|section name",
    ),
    (Column(C::Classes), French, "classes|groupe|groupes|division"),
    (Column(C::Classes), Spanish, "clase|clases|grupo|grupos|sección|cursos"),
    (Column(C::Classes), German, "Klassen|Kurs|Kurse|Gruppe|Lerngruppe|Klassenname"),
    (Column(C::Status), English, "status|enrollment status|enrolment status|student status"),
    (Column(C::Status), French, "statut|état"),
    (Column(C::Status), Spanish, "estado|situación"),
    (Column(C::DisabilityType), English, "disability|type of disability"),
    (Column(C::DisabilityPlan), English, "plan|education plan"),
    (Column(C::ProofSource), English, "source of proof"),
    (Name, English, "name"),
    (Name, French, "nom"),
    (Name, Spanish, "nombre"),
    (
        FullName,
        English,
        "full name|student name|pupil name|student full name|last name, first name|last, first|surname, forename|\
         surname, first name|family name, given name|name of student|member",
    ),
    (FullName, French, "nom, prénom|nom et prénom|nom prénom|nom et prénoms|nom complet|élève"),
    (
        FullName,
        Spanish,
        "apellidos y nombre|apellidos y nombres|apellidos, nombre|nombre completo|alumno|alumno/a|estudiante|\
         nombre y apellidos",
    ),
    (Column(C::SourcedId), Japanese, "学籍番号|生徒番号"),
    (Column(C::FirstName), Japanese, "名|名前"),
    (Column(C::LastName), Japanese, "姓|苗字"),
    (Column(C::DateOfBirth), Japanese, "生年月日|誕生日"),
    (Column(C::Grade), Japanese, "学年"),
    (Column(C::Classes), Japanese, "組|クラス|学級"),
    (Column(C::School), Japanese, "学校|学校名"),
    (
        Column(C::SourcedId),
        Other,
        "codice studente|codice alunno|número do aluno|n.º de aluno|RA do aluno|leerlingnummer|leerling nummer|\
         stamnummer|elevnummer|elev-ID",
    ),
    (
        Column(C::FirstName),
        Other,
        "nome proprio|nome próprio|primeiro nome|voornaam|roepnaam|förnamn|fornavn|imię|jméno",
    ),
    (
        Column(C::LastName),
        Other,
        "cognome|apelido|sobrenome|achternaam|efternamn|etternavn|efternavn|nazwisko|příjmení",
    ),
    (
        Column(C::DateOfBirth),
        Other,
        "data di nascita|data de nascimento|geboortedatum|födelsedatum|fødselsdato|data urodzenia|datum narození",
    ),
    (Column(C::Grade), Other, "ano de escolaridade|leerjaar|årskurs|klassetrinn|klassetrin|rocznik"),
    (GradeOrYear, Other, "anno|anno di corso|ano"),
    (GradeOrClass, Other, "klas|klass|klasa|třída"),
    (
        Column(C::Username),
        Other,
        "nome utente|nome de utilizador|utilizador|gebruikersnaam|användarnamn|brukernavn|brugernavn|\
         nazwa użytkownika|uživatelské jméno",
    ),
    (Column(C::Password), Other, "palavra-passe|senha|wachtwoord|lösenord|passord|adgangskode|hasło|heslo"),
    (Column(C::School), Other, "scuola|istituto|escola|skola|skole|szkoła|škola"),
    (Column(C::Classes), Other, "sezione|turma|lesgroep|klassenaam"),
    (Name, Other, "nome"),
    (FullName, Other, "cognome e nome|nome completo|nome do aluno|alunno|studente|leerling"),
    (
        FullName,
        German,
        "Name, Vorname|Nachname, Vorname|Familienname, Vorname|Vollständiger Name|Schülername|Schüler|Schüler/in|\
         Schülerin/Schüler",
    ),
];

/// All headers, folded.
static HEADERS: LazyLock<HashMap<String, Synonym>> = LazyLock::new(|| {
    let mut headers = HashMap::new();
    for (meaning, language, texts) in SYNONYMS {
        for text in texts.split('|') {
            let synonym = Synonym { meaning: *meaning, language: *language, is_parameter: false };
            headers.entry(fold(text)).or_insert(synonym);
        }
    }
    for (name, column) in PARAMETERS {
        let synonym = Synonym { meaning: Column(column), language: English, is_parameter: false };
        headers.insert(fold(name), synonym);
    }
    headers
});

/// Names of tables of students before the names of their columns, folded; `1` is that of `PowerSchool`.
const STUDENT_TABLES: [&str; 7] = ["student", "students", "stu", "pupil", "learner", "user", "1"];

/// The meaning of a header. What is in parentheses at its end may be an explanation, and what is before a
/// point or in brackets the table that a program has it from: `student.firstName`, `[1]First_Name`.
pub(crate) fn find_synonym(header: &str) -> Option<Synonym> {
    let header = header.trim();
    if let Some((_, column)) = PARAMETERS.iter().find(|(name, _)| *name == header) {
        return Some(Synonym { meaning: Column(*column), language: English, is_parameter: true });
    }
    let found = |text: &str| HEADERS.get(&fold(text)).copied();
    let explained = || found(header.split_once(['(', '['])?.0);
    let of_student = || {
        let (table, column) = header.rsplit_once(['.', ']'])?;
        STUDENT_TABLES.contains(&fold(table).as_str()).then(|| found(column))?
    };
    found(header).or_else(explained).or_else(of_student)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn no_text_has_two_meanings() {
        let mut meanings: BTreeMap<String, Meaning> = BTreeMap::new();
        for (meaning, _, texts) in SYNONYMS {
            for text in texts.split('|') {
                let other = meanings.insert(fold(text), *meaning);
                assert!(other.is_none_or(|other| other == *meaning), "{text}: {other:?} and {meaning:?}");
            }
        }
    }

    #[test]
    fn headers_are_recognized_in_four_languages() {
        for (header, column) in [
            ("First name", C::FirstName),
            ("PRÉNOM", C::FirstName),
            ("Vorname", C::FirstName),
            ("Apellido(s)", C::LastName),
            ("Familienname", C::LastName),
            ("nom de famille", C::LastName),
            ("Date of birth (YYYY-MM-DD)", C::DateOfBirth),
            ("DOB", C::DateOfBirth),
            ("Fecha de nacimiento", C::DateOfBirth),
            ("Grade Level *", C::Grade),
            ("Klassenstufe", C::Grade),
            ("student_id", C::SourcedId),
            ("Schülernummer", C::SourcedId),
            ("SourcedId", C::SourcedId),
            ("Mot de passe", C::Password),
            ("User Name", C::Username),
            ("Établissement", C::School),
            ("allow search downloads", C::AllowSearchDownloads),
            ("student.birthDate", C::DateOfBirth),
            ("[1]Student_Number", C::SourcedId),
            ("Identifiant unique*", C::SourcedId),
            ("Cognome", C::LastName),
            ("Data de nascimento", C::DateOfBirth),
            ("Voornaam", C::FirstName),
            ("Årskurs", C::Grade),
            ("Nazwisko", C::LastName),
            ("生年月日", C::DateOfBirth),
            ("学年", C::Grade),
        ] {
            assert_eq!(find_synonym(header).map(|found| found.meaning), Some(Column(column)), "{header}");
        }
        for header in ["", "note", "()", "Telefon", "E-mail", "=1+1"] {
            assert_eq!(find_synonym(header), None, "{header}");
        }
        assert!(find_synonym(" dateOfBirth ").unwrap().is_parameter);
        assert!(!find_synonym("DateOfBirth").unwrap().is_parameter);
    }
}
