# What was repaired or left out of books, for collection staff.
conversion-reports-heading = Rapports de conversion
conversion-reports-intro = Livres auxquels il manque quelque chose, dans leur source ou dans un format produit à partir d’elle. Chaque rapport dit ce qui manque et où.
conversion-reports-count = { $count ->
    [0] Aucun rapport n’est ouvert.
    [one] Un rapport est ouvert.
   *[other] { $count } rapports sont ouverts, les plus anciens d’abord.
}
conversion-reports-all = Tous les rapports ouverts
conversion-report-heading = Rapport de conversion
conversion-report-made = Ce qui a été produit
conversion-report-read = La source, lue pour le catalogue
conversion-report-words-label = Mots
conversion-report-words = { $lost } mots sur { $source } manquent ({ $percent } %).
conversion-report-findings = Constats
conversion-report-count-left-out = { $count ->
    [0] Rien d’omis.
    [one] Une partie omise.
   *[other] { $count } parties omises.
}
conversion-report-count-repaired = { $count ->
    [0] Rien de réparé.
    [one] Une réparation.
   *[other] { $count } réparations.
}
conversion-report-repaired = Réparé, rien ne manque
conversion-report-left-out = Des parties du livre manquent
conversion-report-words-lost = Plus de 2 % des mots manquent
conversion-report-repairs = Réparations
conversion-report-file = Fichier
conversion-report-line = Ligne
conversion-report-unlisted = { $count ->
    [one] Un autre constat n’est pas listé.
   *[other] { $count } autres constats ne sont pas listés.
}
conversion-report-acknowledge-heading = Prendre acte
conversion-report-acknowledge-hint = Si vous savez ce qui manque et que le livre peut être prêté ainsi, prenez acte du rapport. Il quitte alors la liste.
conversion-report-publish-hint = Le titre attend, car beaucoup de mots manquent. Si le livre peut être prêté ainsi, prenez acte du rapport. Le titre est alors publié.
conversion-report-acknowledge = Prendre acte du rapport
conversion-report-acknowledged = Il est pris acte du rapport.
