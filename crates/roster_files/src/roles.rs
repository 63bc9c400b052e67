//! Roles of people in tables that list others besides students.

use crate::fold::fold;

/// Folded words for people who are not students, in the formats of other programs and in four languages.
const NON_STUDENT_ROLES: &[&str] = &[
    // OneRoster, School Data Sync and others.
    "administrator", "admin", "districtadministrator", "siteadministrator", "systemadministrator", "sysadmin",
    "facilityadmin", "superuser", "principal", "teacher", "coteacher", "teacherassistant", "instructor",
    "professor", "lecturer", "faculty", "facilitycoach", "classcoach", "coach", "aide", "proctor",
    "counselor", "advisor", "librarian", "staff", "staffteacher", "teacherandstaff", "employee", "guardian",
    "parent", "relative", "mother", "father", "alumni", "enseignant", "enseignante", "professeur",
    "personnel", "mere", "pere", "profesor", "profesora", "docente", "maestro", "maestra", "personal",
    "padre", "madre", "lehrer", "lehrerin", "lehrkraft", "mitarbeiter", "mitarbeiterin", "eltern",
    "elternteil", "erziehungsberechtigte", "erziehungsberechtigter",
];

/// Returns true if somebody with these roles is not a student. What is not understood may be a student.
pub(crate) fn is_non_student_role(text: &str) -> bool {
    let mut roles = text.split([',', ';', '|', '/']).map(fold).filter(|role| !role.is_empty()).peekable();
    roles.peek().is_some() && roles.all(|role| NON_STUDENT_ROLES.contains(&role.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_people_without_the_role_of_a_student_are_others() {
        for text in
            ["teacher", "Teacher", "siteAdministrator", "FACILITY_COACH", "Lehrkraft", "teacher, staff"]
        {
            assert!(is_non_student_role(text), "{text}");
        }
        for text in ["", " , ", "student", "learner", "Schüler", "teacher,student", "7"] {
            assert!(!is_non_student_role(text), "{text}");
        }
        assert!(NON_STUDENT_ROLES.iter().all(|role| fold(role) == *role));
    }
}
