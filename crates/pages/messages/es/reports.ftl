# Los informes para financiadores.
reports-heading = Informes para financiadores
reports-intro = Lectores por curso y discapacidad, y libros por formato. Un informe no tiene nombres.
reports-organization = Solo una organización
reports-organization-hint = Identificador de la organización. Déjelo vacío para todo el sitio.
reports-organization-unknown = No hay ninguna organización con este identificador
reports-first = Primer mes
reports-last = Último mes
reports-month-hint = Año y mes, por ejemplo 2026-11
reports-month-wrong = Esto no es un mes: escriba año y mes, por ejemplo 2026-11
reports-months-wrong = El último mes no debe ser anterior al primero, y se pueden contar como máximo tres años
reports-recorded-hint = Queda registrado que usted leyó un informe.
reports-make = Hacer el informe
reports-readers = Lectores actuales por curso y discapacidad
reports-books = Libros descargados por mes y formato
reports-grade = Curso
reports-month = Mes
reports-no-grade = sin curso
reports-several = varias discapacidades
reports-no-proof = sin justificante
reports-total = Total
reports-withheld = no se muestra
reports-withheld-text = Los números menores que { $count }, excepto el cero, no se muestran, y otros números tampoco, para que no se puedan calcular.
reports-readers-file = Lectores como tabla (CSV)
reports-books-file = Libros como tabla (CSV)
reports-back = Volver a los informes
reports-idle-heading = Lectores sin libro
reports-idle-intro = Lectores que no han descargado ningún libro desde hace meses. Primero van quienes llevan más tiempo.
reports-idle-months = Meses sin libro
reports-idle-months-wrong = Escriba un número de meses de 1 a { $count }
reports-idle-readers = Lectores
reports-idle-nobody = Nadie está sin libro desde hace tanto.
reports-last-book = Último libro
reports-never = ninguno hasta ahora
school-members-idle = Sin libro
school-filter-idle = { $count ->
    [one] sin libros desde hace un mes
   *[other] sin libros desde hace { $count } meses
}
