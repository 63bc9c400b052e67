# What was repaired or left out of books, for collection staff.
conversion-reports-heading = Informes de conversión
conversion-reports-intro = Libros a los que les falta algo, en su fuente o en un formato hecho a partir de ella. Cada informe dice qué falta y dónde.
conversion-reports-count = { $count ->
    [0] No hay informes abiertos.
    [one] Hay un informe abierto.
   *[other] Hay { $count } informes abiertos, primero los más antiguos.
}
conversion-reports-all = Todos los informes abiertos
conversion-report-heading = Informe de conversión
conversion-report-made = Qué se ha hecho
conversion-report-read = La fuente, leída para el catálogo
conversion-report-words-label = Palabras
conversion-report-words = Faltan { $lost } de { $source } palabras ({ $percent } %).
conversion-report-findings = Hallazgos
conversion-report-count-left-out = { $count ->
    [0] Nada omitido.
    [one] Una parte omitida.
   *[other] { $count } partes omitidas.
}
conversion-report-count-repaired = { $count ->
    [0] Nada reparado.
    [one] Una reparación.
   *[other] { $count } reparaciones.
}
conversion-report-repaired = Reparado, no falta nada
conversion-report-left-out = Faltan partes del libro
conversion-report-words-lost = Falta más del 2 % de las palabras
conversion-report-repairs = Reparaciones
conversion-report-file = Archivo
conversion-report-line = Línea
conversion-report-unlisted = { $count ->
    [one] Hay otro hallazgo que no figura en la lista.
   *[other] Hay otros { $count } hallazgos que no figuran en la lista.
}
conversion-report-acknowledge-heading = Confirmar
conversion-report-acknowledge-hint = Si sabe qué falta y el libro puede prestarse así, confirme el informe. Entonces sale de la lista.
conversion-report-publish-hint = El título espera porque faltan muchas palabras. Si el libro puede prestarse así, confirme el informe. Entonces se publica el título.
conversion-report-acknowledge = Confirmar el informe
conversion-report-acknowledged = El informe está confirmado.
