; Everything that is put on the screen.
;
; Places on the screen are given as row and column of 8×8 pixels, B and C. The window of the
; emulator has 32 more pixels at the left and 24 at the top.

FONT    equ     03D00h                  ; in the ROM, from the space on

; Attributes: ink on black, +40h is bright.
BLUE    equ     041h
RED     equ     042h
MAGENTA equ     043h
GREEN   equ     044h
CYAN    equ     005h
YELLOW  equ     046h
GREY    equ     007h
WHITE   equ     047h

FIELD_ROW  equ  2
FIELD_COL  equ  2
TARGET_ROW equ  17
TARGET_COL equ  2

; HL += A. Keeps all but A.
at_index:
        add     a, l
        ld      l, a
        ret     nc
        inc     h
        ret

; Makes the screen black, all at once for the eye: colours first.
clear:
        halt
        ld      hl, ATTRS
        ld      de, ATTRS + 1
        ld      bc, 767
        ld      (hl), 0
        ldir
        ld      hl, SCREEN
        ld      de, SCREEN + 1
        ld      bc, 6143
        ld      (hl), 0
        ldir
        ret

; The screen address of row B, column C in HL. Keeps all but A.
pixels_at:
        ld      a, b
        and     018h
        or      SCREEN / 256
        ld      h, a
        ld      a, b
        rrca
        rrca
        rrca
        and     0E0h
        or      c
        ld      l, a
        ret

; The attribute address of row B, column C in HL. Keeps all but A.
attr_at:
        ld      a, b
        rrca
        rrca
        rrca
        ld      h, a
        and     0E0h
        or      c
        ld      l, a
        ld      a, h
        and     3
        or      ATTRS / 256
        ld      h, a
        ret

; Prints texts: each has row, column, attribute, characters and 0; FFh ends the list at HL. The
; column CENTRE puts a text in the middle, the attribute + LARGE makes its letters twice as large.
CENTRE  equ     0FFh
LARGE   equ     080h

print_list:
        ld      a, (hl)
        inc     a
        ret     z
        call    print_here
        jr      print_list

; Prints the one text at HL, and comes back with HL behind it.
print_here:
        ld      b, (hl)
        inc     hl
        ld      c, (hl)
        inc     hl
        ld      e, (hl)
        inc     hl

; Prints the text at HL at row B, column C with the attribute E.
print:
        ld      a, c
        inc     a
        call    z, centre
print_next:
        ld      a, (hl)
        inc     hl
        or      a
        ret     z
        push    hl
        bit     7, e
        jr      z, print_small
        res     7, e
        call    large_letter
        set     7, e
        jr      print_after
print_small:
        call    letter
print_after:
        pop     hl
        inc     c
        bit     7, e
        jr      z, print_next
        inc     c
        jr      print_next

; The column in C for a text at HL in the middle. Keeps all but A.
centre:
        push    hl
centre_count:                           ; C begins as FFh
        ld      a, (hl)
        inc     hl
        inc     c
        or      a
        jr      nz, centre_count
        pop     hl
        bit     7, e
        jr      z, centre_half
        sla     c
centre_half:
        ld      a, 32
        sub     c
        srl     a
        ld      c, a
        ret

; The picture of the character A in HL. Keeps BC and DE.
glyph:
        push    de
        sub     32
        ld      l, a
        ld      h, 0
        add     hl, hl
        add     hl, hl
        add     hl, hl
        ld      de, FONT
        add     hl, de
        pop     de
        ret

; Prints the character A at row B, column C with the attribute E. Keeps BC and E.
letter:
        call    glyph
        push    de
        push    bc
        ex      de, hl
        call    pixels_at
        ld      b, 8
letter_line:
        ld      a, (de)
        ld      (hl), a
        inc     de
        inc     h
        djnz    letter_line
        pop     bc
        pop     de
        call    attr_at
        ld      (hl), e
        ret

; The character A, 16×16 pixels, at row B, column C with the attribute E. Keeps BC and E.
large_letter:
        call    glyph
        push    de
        push    bc
        ex      de, hl
        call    large_half
        inc     b
        call    large_half
        pop     bc
        pop     de
        call    attr_at
        ld      (hl), e
        inc     hl
        ld      (hl), e
        ld      a, 31
        call    at_index
        ld      (hl), e
        inc     hl
        ld      (hl), e
        ret

; Four lines of a picture at DE, doubled. Keeps BC; DE moves on.
large_half:
        push    bc
        call    pixels_at
        ld      b, 4
large_line:
        push    bc
        ld      a, (de)
        inc     de
        push    de
        ld      b, 8
large_bit:                              ; each bit twice into DE
        rla
        push    af
        rl      e
        rl      d
        pop     af
        push    af
        rl      e
        rl      d
        pop     af
        djnz    large_bit
        ld      b, 2
large_row:
        ld      (hl), d
        inc     l
        ld      (hl), e
        dec     l
        inc     h
        djnz    large_row
        pop     de
        pop     bc
        djnz    large_line
        pop     bc
        ret

; The number HL as text without leading noughts; HL is where it begins, 0 ends it. Keeps BC.
number:
        push    bc
        ld      de, digits + 5
        xor     a
        ld      (de), a
number_digit:
        ; HL / 10, the rest in A.
        xor     a
        ld      b, 16
number_bit:
        add     hl, hl
        rla
        cp      10
        jr      c, number_small
        sub     10
        inc     l
number_small:
        djnz    number_bit
        add     a, '0'
        dec     de
        ld      (de), a
        ld      a, h
        or      l
        jr      nz, number_digit
        ex      de, hl
        pop     bc
        ret

; Makes the pictures of the playing field's cells: for empty and the numbers 1 to 4 without the
; cursor, then the same with it. A picture is 16 lines of two bytes.
;
; An empty cell has dots at its upper left corner and in the middle of its upper and left sides.
; A stamped one is filled but for a gap at its right, top and bottom and a cut corner at its upper
; left, with the digit left dark. The cursor is a frame of two pixels, so that the cell's left edge
; is of one colour with it and of two without it. The 8×8 pixels in the middle look the same.
make_looks:
        ld      hl, looks
        ld      de, looks + 1
        ld      bc, 10 * 32 - 1
        ld      (hl), 0
        ldir
        ld      hl, 0C0C0h
        ld      (looks), hl
        ld      (looks + 2), hl
        ld      hl, 000C0h
        ld      (looks + 8 * 2), hl
        ld      (looks + 9 * 2), hl
        ld      ix, looks + 5 * 32
        ld      bc, 0
        call    make_frame
        ld      c, 1
make_number:
        ld      l, c
        ld      h, 0
        call    times_32
        ld      de, looks
        add     hl, de
        push    hl
        pop     ix
        ld      de, body_left
        ld      b, 14
make_body:
        ld      a, (de)
        inc     de
        ld      (ix+2), a
        ld      (ix+3), 0FCh
        inc     ix
        inc     ix
        djnz    make_body
        push    hl
        pop     ix
        call    make_digit
        ld      de, 5 * 32
        add     ix, de
        ld      b, 0FFh
        call    make_frame
        call    make_digit
        inc     c
        ld      a, c
        cp      5
        jr      nz, make_number
        ret

; Left halves of the lines of a stamped cell, from the second on.
body_left:
        defb    00Fh, 00Fh, 00Fh, 01Fh, 07Fh, 0FFh, 0FFh, 0FFh
        defb    0FFh, 0FFh, 0FFh, 0FFh, 0FFh, 0FFh

; HL *= 32.
times_32:
        add     hl, hl
        add     hl, hl
        add     hl, hl
        add     hl, hl
        add     hl, hl
        ret

; The cursor's frame into the picture at IX, with the middle dark or, if B is FFh, filled.
; Keeps IX and C.
make_frame:
        push    ix
        ld      hl, frame_lines
make_frame_line:
        ld      a, (hl)
        inc     hl
        cp      1
        jr      z, make_frame_done
        ld      d, a
        ld      e, a
        or      a
        jr      nz, make_frame_put      ; FFh, a whole line
        ld      d, 0C0h
        ld      e, 003h
        jr      make_frame_put
make_frame_done:
        pop     ix
        ld      a, b
        or      a
        ret     z
        ld      b, 8
        push    ix
make_middle:
        ld      a, (ix+8)
        or      00Fh
        ld      (ix+8), a
        ld      a, (ix+9)
        or      0F0h
        ld      (ix+9), a
        inc     ix
        inc     ix
        djnz    make_middle
        pop     ix
        ret
make_frame_put:
        ld      (ix+0), d
        ld      (ix+1), e
        inc     ix
        inc     ix
        jr      make_frame_line
frame_lines:
        defb    0FFh, 0FFh, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0FFh, 0FFh, 1

; Leaves the digit C dark in the middle of the picture at IX. Keeps IX and C.
make_digit:
        push    ix
        ld      a, c
        add     a, '0'
        call    glyph
        ld      b, 8
make_digit_line:
        ld      a, (hl)
        inc     hl
        ld      d, a
        rrca
        rrca
        rrca
        rrca
        ld      e, a
        and     00Fh
        cpl
        and     (ix+8)
        ld      (ix+8), a
        ld      a, e
        and     0F0h
        cpl
        and     (ix+9)
        ld      (ix+9), a
        inc     ix
        inc     ix
        djnz    make_digit_line
        pop     ix
        ret

; Attributes of the values, on the target and on the playing field.
inks:
        defb    BLUE, RED, GREEN, MAGENTA, YELLOW

; Row in B and column in C of the cell A.
row_col:
        ld      b, 0
row_col_next:
        cp      10
        jr      c, row_col_done
        sub     10
        inc     b
        jr      row_col_next
row_col_done:
        ld      c, a
        ret

; Draws the cell A of the playing field.
draw_cell:
        push    af
        ld      hl, field
        call    at_index
        ld      e, (hl)                 ; the value
        ld      a, e
        ld      hl, inks
        call    at_index
        ld      d, (hl)                 ; its attribute
        pop     af
        push    af
        ld      hl, cursor
        cp      (hl)
        jr      nz, draw_look
        ld      a, e
        or      a
        jr      nz, draw_cursor
        ld      d, WHITE
draw_cursor:
        ld      a, e
        add     a, 5
        ld      e, a
draw_look:
        ld      l, e
        ld      h, 0
        call    times_32
        ld      a, d
        ld      de, looks
        add     hl, de
        ex      de, hl                  ; the picture
        ld      h, a
        pop     af
        push    hl
        call    row_col
        sla     b
        sla     c
        inc     b
        inc     b
        inc     c
        inc     c                       ; FIELD_ROW, FIELD_COL
        pop     af                      ; the attribute
        push    af
        call    attr_at_keep
        call    draw_half
        inc     b
        pop     af
        call    attr_at_keep

; The upper or lower half of a cell, from the picture at DE. Keeps BC; DE moves on.
draw_half:
        call    pixels_at
        push    bc
        ld      b, 8
draw_line:
        ld      a, (de)
        ld      (hl), a
        inc     l
        inc     de
        ld      a, (de)
        ld      (hl), a
        dec     l
        inc     de
        inc     h
        djnz    draw_line
        pop     bc
        ret

; Two attributes A beside each other from row B, column C. Keeps BC and DE.
attr_at_keep:
        push    af
        call    attr_at
        pop     af
        ld      (hl), a
        inc     l
        ld      (hl), a
        ret

; Draws the cell A of the target.
draw_target:
        ld      hl, target
        push    af
        call    at_index
        ld      e, (hl)
        pop     af
        call    row_col
        ld      a, b
        add     a, TARGET_ROW
        ld      b, a
        inc     c
        inc     c                       ; TARGET_COL
        ld      a, e
        ld      hl, inks
        call    at_index
        ld      a, (hl)
        push    af
        ld      l, e
        ld      h, 0
        add     hl, hl
        add     hl, hl
        add     hl, hl
        ld      de, target_looks
        add     hl, de
        ex      de, hl
        call    pixels_at
        push    bc
        ld      b, 8
draw_target_line:
        ld      a, (de)
        ld      (hl), a
        inc     de
        inc     h
        djnz    draw_target_line
        pop     bc
        call    attr_at
        pop     af
        ld      (hl), a
        ret

; Pictures of the target's cells. The pixel in column 6 of line 0 is lit and the one in column 3
; of line 6 is not, but for an empty cell, where both are dark.
target_looks:
        defb    %11000000, %11000000, 0, 0, %00001100, %00001100, 0, 0
        defb    %01111111, %01101111, %01001111, %01101111, %01101111, %01000111, 0, 0
        defb    %01111111, %01000111, %01110111, %01000111, %01011111, %01000111, 0, 0
        defb    %01111111, %01000111, %01110111, %01100111, %01110111, %01000111, 0, 0
        defb    %01111111, %01010111, %01010111, %01000111, %01110111, %01110111, 0, 0
