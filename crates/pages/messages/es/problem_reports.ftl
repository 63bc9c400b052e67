# Problemas que han comunicado lectores, para el personal de colecciones.
problems-heading = Problemas comunicados
problems-count = { $count ->
    [0] No hay avisos abiertos.
    [one] Hay un aviso abierto.
   *[other] Hay { $count } avisos abiertos, el más antiguo primero.
}
problems-number = Número
problems-who = Comunicado por
problems-when = Fecha
problems-nobody = una cuenta cerrada
problems-close = Cerrar el aviso { $count }
problems-closed = El aviso está cerrado.
